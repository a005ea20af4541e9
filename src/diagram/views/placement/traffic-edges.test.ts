/** Tests which arrows lead from the internet into VPCs. */
import { describe, expect, test } from 'vitest'
import type { Json, ResourceGraph } from '../../../graph/resource-graph.ts'
import { everyResourceType } from '../../../resource-types/look-ups.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { flattened } from '../boxes/group.ts'
import { networkView } from '../network/network.ts'
import { securityView } from '../security/security.ts'

type Rule = Readonly<Record<string, Json>>

const rule = (source: string, port: number): Rule => ({ source, protocol: 'tcp', fromPort: port, toPort: port })

/** An instance with a public address behind an internet gateway. */
function server(...ingress: readonly Rule[]): GraphBuilder {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  graph.relate(graph.add('AWS::EC2::InternetGateway', 'igw-1', null), 'attached to', vpc)
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', null, { cidrBlock: '10.0.1.0/24' })
  graph.relate(subnet, 'contained in', vpc)
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, {
    main: true,
    routes: [{ destination: '0.0.0.0/0', target: 'igw-1', state: 'active' }],
  })
  graph.relate(table, 'contained in', vpc)
  const open = { rule: 100, action: 'allow', protocol: '-1', cidrBlock: '0.0.0.0/0', fromPort: null, toPort: null }
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', null, { ingress: [open], egress: [open] })
  graph.relate(acl, 'associated with', subnet)
  const group = graph.add('AWS::EC2::SecurityGroup', 'sg-1', null, { ingress })
  const publicIpAddress = '198.51.100.7'
  const address = graph.add('AWS::EC2::NetworkInterface', 'eni-1', null, { publicIpAddress })
  const instance = graph.add('AWS::EC2::Instance', 'i-1', 'jump', { state: 'running', publicIpAddress })
  graph.relate(address, 'attached to', instance)
  for (const each of [address, instance]) {
    graph.relate(each, 'contained in', subnet)
    graph.relate(each, 'associated with', group)
  }
  return graph
}

/** With all types read of which the graph has nothing. */
function built(graph: GraphBuilder): ResourceGraph {
  const whole = graph.build()
  const known = new Set(whole.coverage.map(({ type }) => type))
  const read = whole.coverage.flatMap((entry) => (entry.status === 'collected' ? [entry] : [])).slice(0, 1)
  const missing = everyResourceType.filter(({ type }) => !known.has(type))
  const coverage = missing.flatMap(({ type }) => read.map((entry) => ({ ...entry, type, count: 0 })))
  return { ...whole, coverage: [...whole.coverage, ...coverage] }
}

const entriesOf = (graph: GraphBuilder, view: typeof architectureView = architectureView) =>
  view(built(graph))
    .edges.filter(({ form }) => form === 'request')
    .map(({ source, target, label }) => `${source} to ${target}: ${label}`)

const [gateway, instance] = ['AWS::EC2::InternetGateway/igw-1', 'AWS::EC2::Instance/i-1']

const grants = (to: string, condition: string | null) => ({ policyGrants: [{ to, condition }] })

describe('requests from the internet', () => {
  test('lead through the internet gateway to everything that clients can reach', () => {
    const graph = server(rule('0.0.0.0/0', 3389))
    expect(entriesOf(graph)).toEqual([`${gateway} to ${instance}: tcp 3389`, `internet to ${gateway}: tcp 3389`])
    expect(entriesOf(graph, networkView)).toEqual([`internet to ${gateway}: tcp 3389`])
  })

  test('have the ports of clients anywhere, and without these the ports of some ranges', () => {
    const [some, anywhere] = [rule('203.0.113.0/24', 22), rule('0.0.0.0/0', 3389)]
    expect(entriesOf(server(some, anywhere))[0]).toBe(`${gateway} to ${instance}: tcp 3389`)
    expect(entriesOf(server(some))[0]).toBe(`${gateway} to ${instance}: tcp 22 (some addresses)`)
  })

  test.each([
    ['all tcp', { protocol: 'tcp', fromPort: 0, toPort: 65_535 }],
    ['all traffic', { protocol: '-1', fromPort: null, toPort: null }],
    ['', { protocol: 'icmp', fromPort: -1, toPort: -1 }],
  ])('have the label "%s" if all ports are open, and none without ports', (label, ports) => {
    const graph = server({ ...rule('0.0.0.0/0', 0), ...ports })
    expect(entriesOf(graph)[0]).toBe(`${gateway} to ${instance}: ${label}`)
  })

  test('lead to what a policy opens to everyone without a condition', () => {
    const graph = graphBuilder()
    graph.add('AWS::SQS::Queue', 'open', 'open', grants('everyone', null))
    graph.add('AWS::SQS::Queue', 'conditional', 'conditional', grants('everyone', 'only where aws:SourceVpc is vpc-1'))
    graph.add('AWS::SQS::Queue', 'partner', 'partner', grants('111122223333', null))
    expect(entriesOf(graph)).toEqual(['internet to AWS::SQS::Queue/open: resource policy'])
  })

  test("lead into a VPC whose internet gateways couldn't be read", () => {
    const graph = server(rule('0.0.0.0/0', 22))
    for (const type of ['AWS::EC2::InternetGateway', 'AWS::EC2::RouteTable']) graph.deny(type)
    expect(entriesOf(graph)).toEqual([`internet to ${instance}: tcp 22 (not known)`])
    expect(entriesOf(graph, networkView)).toEqual(['internet to AWS::EC2::VPC/vpc-1: tcp 22 (not known)'])
    const descriptions = [architectureView, networkView].map((view) =>
      view(built(graph)).edges.flatMap(({ form, description }) => (form === 'request' ? [description] : [])),
    )
    expect(descriptions).toEqual([['Internet to jump'], ['Internet to vpc-1']])
    const closed = server()
    for (const type of ['AWS::EC2::InternetGateway', 'AWS::EC2::RouteTable']) closed.deny(type)
    expect(entriesOf(closed, networkView)).toEqual([])
  })

  test('do not exist where gateways were read and the VPC has none', () => {
    const none = server(rule('0.0.0.0/0', 22))
    none.deny('AWS::EC2::RouteTable')
    const { resources, ...rest } = built(none)
    const left = { ...rest, resources: resources.filter(({ type }) => type !== 'AWS::EC2::InternetGateway') }
    for (const view of [architectureView, networkView]) expect(view(left).edges).toEqual([])
  })

  test("lead to security groups that couldn't be read, in the VPC of what these are attached to", () => {
    const graph = server()
    graph.deny('AWS::EC2::SecurityGroup')
    for (const id of ['sg-1', 'sg-2']) graph.addUnread('AWS::EC2::SecurityGroup', id, 'unknown')
    const { elements, edges } = securityView(built(graph))
    expect(edges.map(({ source, target, label }) => `${source} to ${target}: ${label}`)).toEqual([
      'internet to AWS::EC2::SecurityGroup/sg-1: not known',
    ])
    const boxes = new Map(flattened(elements).map((each) => [each.id, each]))
    expect(boxes.get('AWS::EC2::SecurityGroup/sg-1')).toMatchObject({ presence: 'unknown', detail: '1 EC2 instance' })
    expect(boxes.get('AWS::EC2::VPC/vpc-1')).toMatchObject({ kind: 'group', members: [{ id: 'vpc-1' }] })
    expect(boxes.get('network:unknown')).toBeUndefined()
  })

  test("a security group that couldn't be read and is attached to nothing says the former", () => {
    const graph = server({ ...rule('sg-9', 22) })
    graph.addUnread('AWS::EC2::SecurityGroup', 'sg-9', 'unknown')
    const box = flattened(securityView(built(graph)).elements).find(({ id }) => id.endsWith('/sg-9'))
    expect(box?.detail).toContain("couldn't be read")
  })

  test('do not lead to an internet gateway behind which they reach nothing', () => {
    for (const view of [architectureView, networkView]) expect(entriesOf(server(), view)).toEqual([])
  })

  test('lead to it if what is behind it could not be read', () => {
    const graph = server()
    graph.deny('AWS::EC2::SecurityGroup')
    graph.deny('AWS::EC2::Instance')
    expect(entriesOf(graph)).toEqual([`internet to ${gateway}: `])
  })
})
