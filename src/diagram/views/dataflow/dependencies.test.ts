/** Tests who uses what in the architecture: by settings, policies and security groups, around a resource as well. */
import { describe, expect, test } from 'vitest'
import type { Json, ResourceGraph, Verb } from '../../../graph/resource-graph.ts'
import { configuredPart } from '../../../graph/configured-part.ts'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { ViewName } from '../../diagram.ts'
import { drawPage, overviewOptions, type PageOptions } from '../../draw-page.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { knownFlows } from './dependencies.ts'

const group = 'AWS::EC2::SecurityGroup'
const table = 'AWS::DynamoDB::Table/orders'
const database = 'AWS::RDS::DBCluster/orders'

function arrows(graph: ResourceGraph, focus = '', depth: number | null = null): readonly string[] {
  const page = drawPage('architecture', graph, { ...overviewOptions, focus, depth })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram.edges
    .filter(({ form, source }) => form !== 'member' && source !== 'internet')
    .map(({ form, source, target, label }) => `${form} ${source} > ${target}${label === '' ? '' : `: ${label}`}`)
}

function functionWithRole() {
  const graph = graphBuilder()
  const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
  const role = graph.add('AWS::IAM::Role', 'handler', 'handler')
  const orders = graph.add('AWS::DynamoDB::Table', 'orders', 'orders')
  graph.relate(handler, 'uses', role)
  return { graph, handler, role, orders }
}

describe('what policies permit', () => {
  test('is an arrow from who has the role, with what it may do', () => {
    const { graph, role, orders } = functionWithRole()
    graph.permit(role, 'reads from', orders)
    expect(arrows(graph.build())).toEqual([`reach AWS::Lambda::Function/handler > ${table}: reads`])
    graph.permit(role, 'writes to', orders)
    expect(arrows(graph.build())).toEqual([`reach AWS::Lambda::Function/handler > ${table}: reads and writes`])
  })

  test.each([
    ['reads from', 'handler reads orders'],
    ['writes to', 'handler writes orders'],
    ['uses', 'handler uses orders'],
  ] as const)('is described with the role: %s', (verb, described) => {
    const { graph, role, orders } = functionWithRole()
    graph.permit(role, verb, orders)
    const page = drawPage('architecture', graph.build(), overviewOptions)
    const descriptions = page.kind === 'drawn' ? page.diagram.edges.map(({ description }) => description) : []
    expect(descriptions).toEqual([`${described}, as the role handler permits`])
  })

  test('says how, where a setting says that: one arrow for both', () => {
    const { graph, handler, role, orders } = functionWithRole()
    const caller = graph.add('AWS::StepFunctions::StateMachine', 'caller', 'caller')
    graph.relate(caller, 'uses', handler)
    graph.relate(handler, 'uses', orders)
    graph.permit(role, 'writes to', orders)
    expect(arrows(graph.build())).toEqual([
      `request AWS::Lambda::Function/handler > ${table}: writes`,
      'request AWS::StepFunctions::StateMachine/caller > AWS::Lambda::Function/handler',
    ])
  })

  test('says how what is stopped uses something', () => {
    const graph = graphBuilder()
    const service = graph.add('AWS::ECS::Service', 'ingestion', 'ingestion', { scaledToZero: true })
    const role = graph.add('AWS::IAM::Role', 'ingestion', 'ingestion', { broad: false })
    const clicks = graph.add('AWS::DynamoDB::Table', 'clicks', 'clicks')
    graph.relate(service, 'uses', role)
    graph.relate(service, 'uses', clicks)
    graph.permit(role, 'writes to', clicks)
    const page = drawPage('dataflow', graph.build(), overviewOptions)
    const edges = page.kind === 'drawn' ? page.diagram.edges : []
    expect(edges.map(({ label }) => label)).toEqual(['(stopped) writes'])
  })

  test('goes by the profile of an instance, but not by what has a box of its own', () => {
    const { graph, handler, role, orders } = functionWithRole()
    const instance = graph.add('AWS::EC2::Instance', 'i-1', 'worker')
    const profile = graph.add('AWS::IAM::InstanceProfile', 'worker', 'worker')
    const caller = graph.add('AWS::StepFunctions::StateMachine', 'caller', 'caller')
    graph.relate(instance, 'uses', profile)
    graph.relate(profile, 'uses', role)
    graph.relate(caller, 'uses', handler)
    graph.permit(role, 'reads from', orders)
    expect(arrows(graph.build())).toEqual([
      `reach AWS::EC2::Instance/i-1 > ${table}: reads`,
      `reach AWS::Lambda::Function/handler > ${table}: reads`,
      'request AWS::StepFunctions::StateMachine/caller > AWS::Lambda::Function/handler',
    ])
  })

  test("is nothing for what has another relation to the role, or is the role's own target", () => {
    const { graph, handler, role } = functionWithRole()
    const user = graph.add('AWS::Lambda::Function', 'user', 'user')
    graph.relate(user, 'associated with', role)
    graph.permit(role, 'invokes', handler)
    expect(arrows(graph.build())).toEqual([])
  })

  test('goes by three steps, but not by more', () => {
    const graph = graphBuilder()
    const steps = ['AWS::EC2::LaunchTemplate', 'AWS::IAM::InstanceProfile', 'AWS::IAM::Role'].map((type) =>
      graph.add(type, 'worker', 'worker'),
    )
    const fleet = graph.add('AWS::AutoScaling::AutoScalingGroup', 'fleet', 'fleet')
    const chain = [fleet, ...steps, graph.add('AWS::IAM::Role', 'further', 'further')]
    for (const [index, user] of chain.slice(0, -1).entries()) graph.relate(user, 'uses', chain[index + 1] ?? user)
    graph.permit(chain[3] ?? fleet, 'writes to', graph.add('AWS::DynamoDB::Table', 'orders', 'orders'))
    graph.permit(chain[4] ?? fleet, 'writes to', graph.add('AWS::DynamoDB::Table', 'carts', 'carts'))
    expect(arrows(graph.build())).toEqual([`reach AWS::AutoScaling::AutoScalingGroup/fleet > ${table}: writes`])
  })

  test('comes from a queue that is read, and goes to one that is written to', () => {
    const { graph, role } = functionWithRole()
    graph.permit(role, 'reads from', graph.add('AWS::SQS::Queue', 'jobs', 'jobs'))
    graph.permit(role, 'writes to', graph.add('AWS::SQS::Queue', 'done', 'done'))
    expect(arrows(graph.build())).toEqual([
      'reach AWS::Lambda::Function/handler > AWS::SQS::Queue/done: writes',
      'reach AWS::SQS::Queue/jobs > AWS::Lambda::Function/handler: reads',
    ])
  })
})

/** `rights`: of the function's roles, each with whether it has rights beyond those. */
function functionWithQueue(
  ...rights: readonly {
    readonly verbs: readonly Verb[]
    readonly broad?: boolean
    readonly broadAccess?: readonly string[]
  }[]
) {
  const graph = graphBuilder()
  const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
  const jobs = graph.add('AWS::SQS::Queue', 'jobs', 'jobs')
  graph.relate(handler, 'uses', jobs)
  for (const [number, { verbs, ...properties }] of rights.entries()) {
    const role = graph.add('AWS::IAM::Role', `role-${number}`, `role-${number}`, properties)
    graph.relate(handler, 'uses', role)
    for (const verb of verbs) graph.permit(role, verb, jobs)
  }
  return graph
}

describe('a queue in the settings of a function', () => {
  const sends = ['event AWS::Lambda::Function/handler > AWS::SQS::Queue/jobs']
  const comes = ['event AWS::SQS::Queue/jobs > AWS::Lambda::Function/handler']
  const receives = ['event AWS::SQS::Queue/jobs > AWS::Lambda::Function/handler: reads']

  test('only receives if no role of it may send', () => {
    const graph = functionWithQueue({ verbs: ['reads from'], broad: false }, { verbs: [], broad: false })
    expect(arrows(graph.build())).toEqual(receives)
  })

  test('is the same in the data flow', () => {
    const page = drawPage(
      'dataflow',
      functionWithQueue({ verbs: ['reads from'], broad: false }).build(),
      overviewOptions,
    )
    const edges = page.kind === 'drawn' ? page.diagram.edges : []
    expect(edges.map(({ source, target, label }) => [source, target, label])).toEqual([
      ['AWS::SQS::Queue/jobs', 'AWS::Lambda::Function/handler', 'reads'],
    ])
  })

  test.each([
    ['no role is known', []],
    [
      'another role may send',
      [
        { verbs: ['reads from'], broad: false },
        { verbs: ['writes to'], broad: false },
      ],
    ],
    ['the same role may send', [{ verbs: ['reads from', 'writes to'], broad: false }]],
    ['it has rights to more than named resources', [{ verbs: ['reads from'], broad: true }]],
    [
      'another role has such rights',
      [
        { verbs: ['reads from'], broad: false },
        { verbs: [], broad: true },
      ],
    ],
    ["the policies of another role couldn't be read", [{ verbs: ['reads from'], broad: false }, { verbs: [] }]],
  ] as const)('may send if %s', (_, rights) => {
    const [sent = ''] = sends
    expect(arrows(functionWithQueue(...rights).build()).map((arrow) => arrow.split(': ')[0])).toContain(sent)
  })

  test.each([
    ['is sent to', [{ verbs: [], broad: true, broadAccess: ['writes to AWS::SQS::Queue'] }], sends],
    ['is received from', [{ verbs: [], broad: true, broadAccess: ['reads from AWS::SQS::Queue'] }], comes],
    ['is not used', [{ verbs: [], broad: true, broadAccess: ['reads from AWS::KMS::Key'] }], []],
    ['is not used', [{ verbs: [], broad: true, broadAccess: ['writes to AWS::SNS::Topic'] }], []],
    [
      'is sent to',
      [
        { verbs: [], broad: true, broadAccess: ['reads from AWS::SQS::Queue'] },
        { verbs: [], broad: true, broadAccess: ['reads from AWS::KMS::Key', 'writes to AWS::SQS::Queue'] },
      ],
      sends,
    ],
  ])('%s as roles permit for all resources of a type: %j', (_, rights, expected) => {
    expect(arrows(functionWithQueue(...rights).build())).toEqual(expected)
  })

  test('is not used if no role may use it', () => {
    expect(arrows(functionWithQueue({ verbs: [], broad: false }).build())).toEqual([])
  })

  test('may be used without a right if something else than a role may give it', () => {
    const graph = functionWithQueue({ verbs: ['reads from'], broad: false })
    const topic = graph.add('AWS::SNS::Topic', 'alerts', 'alerts')
    graph.relate({ type: 'AWS::Lambda::Function', id: 'handler' }, 'uses', topic)
    expect(arrows(graph.build())).toEqual(['event AWS::Lambda::Function/handler > AWS::SNS::Topic/alerts', ...receives])
  })

  test.each([
    ['receives', ['reads from'], ['event AWS::SQS::Queue/jobs > AWS::ECS::Service/worker: reads']],
    ['sends', ['writes to'], ['event AWS::ECS::Service/worker > AWS::SQS::Queue/jobs: writes']],
    ['does nothing', [], []],
  ] as const)('of the task definition of a service: the service %s', (_, verbs, expected) => {
    const graph = graphBuilder()
    const service = graph.add('AWS::ECS::Service', 'worker', 'worker')
    const definition = graph.add('AWS::ECS::TaskDefinition', 'worker:1', 'worker')
    const role = graph.add('AWS::IAM::Role', 'worker', 'worker', { broad: false })
    const jobs = graph.add('AWS::SQS::Queue', 'jobs', 'jobs')
    graph.relate(service, 'uses', definition)
    graph.relate(definition, 'uses', role)
    graph.relate(definition, 'uses', jobs)
    for (const verb of verbs) graph.permit(role, verb, jobs)
    expect(arrows(graph.build())).toEqual(expected)
  })

  test('a table that is only read is used by its reader', () => {
    const { graph, handler, orders } = functionWithRole()
    const role = graph.add('AWS::IAM::Role', 'reader', 'reader', { broad: false })
    const reader = graph.add('AWS::Lambda::Function', 'reader', 'reader')
    graph.relate(reader, 'uses', role)
    for (const each of [handler, reader]) graph.relate(each, 'uses', orders)
    graph.permit(role, 'reads from', orders)
    expect(arrows(graph.build())).toEqual([
      `request AWS::Lambda::Function/handler > ${table}`,
      `request AWS::Lambda::Function/reader > ${table}: reads`,
    ])
  })

  test('says nothing of another function', () => {
    const graph = functionWithQueue({ verbs: ['reads from'], broad: false })
    const other = graph.add('AWS::Lambda::Function', 'other', 'other')
    graph.relate(other, 'uses', { type: 'AWS::SQS::Queue', id: 'jobs' })
    expect(arrows(graph.build())).toEqual(['event AWS::Lambda::Function/other > AWS::SQS::Queue/jobs', ...receives])
  })
})

/** A subnet with so many clients, and one machine whose group the database does not name. */
function network(
  clients: number,
  source = 'sg-app',
  ports: readonly number[] = [5432],
  properties: { readonly [name: string]: Json } = {},
) {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', 'app', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', vpc)
  const [app, other] = [graph.add(group, 'sg-app', 'app'), graph.add(group, 'sg-other', 'other')]
  const stores = graph.add(group, 'sg-db', 'db', {
    ingress: ports.map((port) => ({ source, protocol: 'tcp', fromPort: port, toPort: port })),
  })
  const [cluster, member] = [
    graph.add('AWS::RDS::DBCluster', 'orders', 'orders', properties),
    graph.add('AWS::RDS::DBInstance', 'orders-1', 'orders-1'),
  ]
  graph.relate(member, 'contained in', cluster)
  for (const each of [cluster, member]) {
    graph.relate(each, 'associated with', stores)
    graph.relate(each, 'contained in', vpc)
  }
  for (let number = 0; number <= clients; number++) {
    const instance = graph.add('AWS::EC2::Instance', `i-${number}`, `${'abc'[number]} machine`)
    graph.relate(instance, 'contained in', subnet)
    graph.relate(instance, 'associated with', number < clients ? app : other)
  }
  return graph
}

describe('what security groups let through', () => {
  test('is an arrow to the database with the port, to a cluster but not to its instances', () => {
    expect(arrows(network(1).build())).toEqual([`reach AWS::EC2::Instance/i-0 > ${database}: tcp 5432`])
  })

  test.each([
    ['its port alone, if it is known', { port: 5432 }, 'tcp 5432'],
    ['all ports, if its own is unknown', {}, 'tcp 5432, 30015'],
  ] as const)('names, of the ports that are open to a database, %s', (_, properties, label) => {
    expect(arrows(network(1, 'sg-app', [5432, 30_015], properties).build())).toEqual([
      `reach AWS::EC2::Instance/i-0 > ${database}: ${label}`,
    ])
  })

  test('is no arrow if it does not listen there, but one where a range or all ports are open', () => {
    expect(arrows(network(1, 'sg-app', [5432], { port: 3306 }).build())).toEqual([])
    const graph = network(1, 'sg-app', [0], { port: 3306 }).build()
    const resources = graph.resources.map((each) =>
      each.id === 'sg-db'
        ? { ...each, properties: { ingress: [{ source: 'sg-app', protocol: 'tcp', fromPort: 3000, toPort: 4000 }] } }
        : each,
    )
    expect(arrows({ ...graph, resources })).toEqual([`reach AWS::EC2::Instance/i-0 > ${database}: tcp 3306`])
  })

  test.each([
    [['stopped'], 'Instance/i-0', '(stopped) tcp 5432'],
    [['stopped', 'stopped'], 'Subnet/subnet-1', '(stopped) tcp 5432'],
    [['stopped', 'running'], 'Subnet/subnet-1', 'tcp 5432'],
  ])('says if all that it lets through is stopped: %j', (states, source, label) => {
    const graph = network(states.length).build()
    const resources = graph.resources.map((each) => {
      const state = each.type === 'AWS::EC2::Instance' ? states[Number(each.id.slice(2))] : undefined
      return state === undefined ? each : { ...each, properties: { state } }
    })
    expect(arrows({ ...graph, resources })).toEqual([`reach AWS::EC2::${source} > ${database}: ${label}`])
  })

  test('is one arrow from the subnet where several in it are let through', () => {
    expect(arrows(network(2).build())).toEqual([`reach AWS::EC2::Subnet/subnet-1 > ${database}: tcp 5432`])
  })

  test('leads from the nodes of an EKS cluster, but not from the cluster with the same security group', () => {
    const graph = network(0)
    for (const type of ['AWS::EKS::Cluster', 'AWS::EKS::Nodegroup']) {
      const each = graph.add(type, 'shop', 'shop')
      graph.relate(each, 'associated with', { type: group, id: 'sg-app' })
      graph.relate(each, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
    }
    expect(arrows(graph.build())).toEqual([`reach AWS::EKS::Nodegroup/shop > ${database}: tcp 5432`])
  })

  test('names nobody where the rule has a range of addresses', () => {
    expect(arrows(network(1, '10.0.0.0/8').build())).toEqual([])
  })

  test('tells nothing of a load balancer', () => {
    const graph = network(0)
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'net/nlb/1', 'nlb')
    graph.relate(balancer, 'associated with', { type: group, id: 'sg-app' })
    expect(arrows(graph.build())).toEqual([])
  })
})

/** The arrows of security groups, and what the foot says of those that aren't drawn. */
function reachIn(
  view: 'architecture' | 'dataflow',
  graph: ResourceGraph,
  options: Partial<PageOptions> = {},
): readonly string[] {
  const page = drawPage(view, graph, { ...overviewOptions, ...options })
  if (page.kind !== 'drawn') throw new Error(page.message)
  const { edges, notDrawn } = page.diagram
  return [
    ...edges
      .filter(({ form }) => form === 'reach')
      .map(({ source, target, label }) => `${source} > ${target}: ${label}`),
    ...notDrawn
      .filter(({ what }) => what.includes('security groups allow'))
      .map(({ what, count }) => `${count} ${what}`),
  ]
}

function reachInFlow(graph: ResourceGraph): readonly string[] {
  return reachIn('dataflow', graph)
}

/** A database whose security group names that of an instance and of a function, without a known user. */
function withFunction() {
  const graph = network(1)
  const worker = graph.add('AWS::Lambda::Function', 'worker', 'worker')
  graph.relate(worker, 'associated with', { type: group, id: 'sg-app' })
  return { graph, worker, add: (type: string, id: string) => graph.add(type, id, id) }
}

describe('in the data flow, what security groups let through', () => {
  const orders = { type: 'AWS::RDS::DBCluster', id: 'orders' }
  const ofInstance = `AWS::EC2::Instance/i-0 > ${database}: tcp 5432`
  const ofFunction = `AWS::Lambda::Function/worker > ${database}: tcp 5432`

  test('leads to a database that no other workload is known to use', () => {
    expect(reachInFlow(withFunction().graph.build())).toEqual([ofInstance, ofFunction])
  })

  test("from what has settings isn't drawn if others are known to use the database, but from instances it is", () => {
    const { graph, add } = withFunction()
    graph.relate(add('AWS::Lambda::Function', 'report'), 'uses', orders)
    expect(reachInFlow(graph.build())).toEqual([ofInstance, '1 connection that security groups allow'])
  })

  test('is drawn if the database is only known to be loaded, or to send something', () => {
    const { graph, add } = withFunction()
    graph.relate(add('AWS::KinesisFirehose::DeliveryStream', 'load'), 'routes to', orders)
    graph.relate(orders, 'routes to', add('AWS::S3::Bucket', 'exports'))
    expect(reachInFlow(graph.build())).toEqual([ofInstance, ofFunction])
  })

  test('is not drawn again if the workload is known to use the database', () => {
    const { graph, worker } = withFunction()
    graph.relate(worker, 'uses', orders)
    expect(reachInFlow(graph.build())).toEqual([ofInstance])
  })

  test('is not drawn again either if the workload is known to receive from the store', () => {
    const { graph, worker, add } = withFunction()
    const [role, events] = [add('AWS::IAM::Role', 'role'), add('AWS::MSK::Cluster', 'events')]
    graph.relate(events, 'associated with', { type: group, id: 'sg-db' })
    graph.relate(worker, 'uses', role)
    graph.permit(role, 'reads from', events)
    const between = reachInFlow(graph.build()).filter((arrow) => /worker.*MSK|MSK.*worker/u.test(arrow))
    expect(between).toEqual(['AWS::MSK::Cluster/events > AWS::Lambda::Function/worker: reads'])
  })

  test('says nothing of an instance that is known to use another store with the same security group', () => {
    const { graph, add } = withFunction()
    const [role, other] = [add('AWS::IAM::Role', 'role'), add('AWS::RDS::DBCluster', 'carts')]
    graph.relate({ type: 'AWS::EC2::Instance', id: 'i-0' }, 'uses', role)
    graph.permit(role, 'reads from', other)
    expect(reachInFlow(graph.build())).toContain(ofInstance)
    graph.relate(other, 'associated with', { type: group, id: 'sg-db' })
    expect(reachInFlow(graph.build())).not.toContain(ofInstance)
    expect(reachInFlow(graph.build())).toContain('2 connections that security groups allow')
  })

  test.each([
    ['uses', 'AWS::RDS::DBCluster'],
    ['receives from', 'AWS::MSK::Cluster'],
  ])('is only counted if a role that very many share %s what is reached', (_, type) => {
    const { graph, add } = withFunction()
    const [role, events] = [add('AWS::IAM::Role', 'role'), add(type, 'events')]
    graph.relate(events, 'associated with', { type: group, id: 'sg-db' })
    graph.permit(role, 'reads from', events)
    const ofWorker = `AWS::Lambda::Function/worker > ${type}/events: tcp 5432`
    expect(reachInFlow(graph.build())).toContain(ofWorker)
    for (let number = 0; number <= 500; number++) graph.relate(add('AWS::Lambda::Function', `f${number}`), 'uses', role)
    const drawn = reachInFlow(graph.build())
    expect(drawn).not.toContain(ofWorker)
    expect(drawn).toContain('1 connection that security groups allow')
  })

  test('is only counted if it is nearly everything', () => {
    expect(reachInFlow(network(2000).build())).toEqual([expect.stringContaining('stack')])
    expect(reachInFlow(network(2001).build())).toEqual(['2001 connections that security groups allow'])
  })
})

describe.each(['architecture', 'dataflow'] as const)('alike in the %s, what security groups let through', (view) => {
  const orders = { type: 'AWS::RDS::DBCluster', id: 'orders' }
  const ofInstance = `AWS::EC2::Instance/i-0 > ${database}: tcp 5432`
  const withReport = () => {
    const { graph, add } = withFunction()
    const report = graph.add('AWS::Lambda::Function', 'report', 'report', {}, { hidden: 'yes' })
    graph.relate(report, 'uses', orders)
    return { graph, add }
  }

  test('to a database with a known user leads from instances, and is counted for what has settings', () => {
    const drawn = [ofInstance, '1 connection that security groups allow']
    expect(reachIn(view, withReport().graph.build())).toEqual(drawn)
  })

  test('is neither drawn nor counted where others are known around the resource, nor is the store it leads to', () => {
    const graph = withReport().graph.build()
    expect(reachIn(view, graph, { focus: 'worker' })).toEqual([])
    expect(membersOn(view, graph, 'worker')).not.toContain(orders.id)
    expect(reachIn(view, graph, { focus: 'i-0' })).toEqual([ofInstance])
  })

  test('is the same where the known user is not on the page', () => {
    const drawn = [ofInstance, '1 connection that security groups allow']
    expect(reachIn(view, withReport().graph.build(), { tags: 'not hidden' })).toEqual(drawn)
  })
})

/** The IDs of all resources in the boxes of a page. */
function membersOn(view: ViewName, graph: ResourceGraph, focus: string): readonly string[] {
  const page = drawPage(view, graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return flattened(page.diagram.elements).flatMap(({ members }) => members.map(({ id }) => id))
}

test('known users say nothing about the nodes of an EKS cluster, whose settings name no databases', () => {
  const graph = network(0)
  const nodes = graph.add('AWS::EKS::Nodegroup', 'shop', 'shop')
  graph.relate(nodes, 'associated with', { type: group, id: 'sg-app' })
  graph.relate(nodes, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
  const report = graph.add('AWS::Lambda::Function', 'report', 'report')
  graph.relate(report, 'uses', { type: 'AWS::RDS::DBCluster', id: 'orders' })
  expect(arrows(graph.build())).toContain(`reach AWS::EKS::Nodegroup/shop > ${database}: tcp 5432`)
})

/** The connections to a database that a source may use, beside a VPC with these addresses. */
function countedFrom(source: string, cidrBlocks: readonly string[], ports: readonly number[] = [5432]) {
  const graph = network(1, source, ports)
  graph.add('AWS::EC2::VPC', 'vpc-2', 'clients', { cidrBlocks })
  return reachInFlow(graph.build())
}

/** The same for a load balancer and an instance with the same security group. */
function countedAtBalancer(port: number) {
  const rules = [{ source: '10.1.0.0/16', protocol: 'tcp', fromPort: port, toPort: port }]
  const { graph } = withBalancer('internal', 'HTTPS', rules)
  graph.add('AWS::EC2::VPC', 'vpc-2', 'clients', { cidrBlocks: ['10.1.0.0/16'] })
  graph.relate({ type: 'AWS::EC2::Instance', id: 'web' }, 'associated with', { type: group, id: 'sg-alb' })
  return reachInFlow(graph.build())
}

describe('in the data flow, what security groups let through from address ranges', () => {
  const one = ['1 connection that security groups allow from address ranges of VPCs']

  test.each([
    ['a VPC', '10.1.0.0/16', ['10.1.0.0/16'], one],
    ['a subnet', '10.1.2.0/24', ['10.1.0.0/16'], one],
    ['more than a VPC', '10.0.0.0/8', ['10.1.0.0/16'], one],
    ['no VPC', '10.2.0.0/16', ['10.1.0.0/16'], []],
    ['anywhere', '0.0.0.0/0', ['10.1.0.0/16'], []],
    ['a security group', 'sg-none', ['10.1.0.0/16'], []],
  ])('is counted for each range and target: %s', (_, source, blocks, expected) => {
    expect(countedFrom(source, blocks)).toEqual(expected)
    expect(countedFrom(source, blocks, [5432, 3306])).toEqual(expected)
  })

  test('is not counted for a port at which a load balancer does not listen, nor for workloads', () => {
    expect(countedAtBalancer(443)).toEqual(one)
    expect(countedAtBalancer(22)).toEqual([])
  })
})

/** An instance that may call a load balancer, and a service behind it. Both may by their security group. */
function withBalancer(scheme: string, protocol = 'HTTPS', rules: Json | null = null) {
  const graph = graphBuilder()
  const add = (type: string, id: string, properties: { readonly [name: string]: Json } = {}) =>
    graph.add(type, id, id, properties)
  const ports = [22, 443].flatMap((port) =>
    ['tcp', 'udp'].map((transport) => ({ source: 'sg-app', protocol: transport, fromPort: port, toPort: port })),
  )
  const [app, ofBalancer] = [add(group, 'sg-app'), add(group, 'sg-alb', { ingress: rules ?? ports })]
  const balancer = add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'alb', { scheme })
  const listener = add('AWS::ElasticLoadBalancingV2::Listener', 'https', { protocol, port: 443 })
  const [targets, service] = [add('AWS::ElasticLoadBalancingV2::TargetGroup', 'tg'), add('AWS::ECS::Service', 'core')]
  graph.relate(listener, 'contained in', balancer)
  graph.relate(listener, 'routes to', targets)
  graph.relate(targets, 'associated with', balancer)
  graph.relate(service, 'associated with', targets)
  graph.relate(balancer, 'associated with', ofBalancer)
  for (const each of [add('AWS::EC2::Instance', 'web'), service]) graph.relate(each, 'associated with', app)
  return { graph, balancer, app, add }
}

describe('to a load balancer, what security groups let through', () => {
  const alb = 'AWS::ElasticLoadBalancingV2::LoadBalancer/alb'
  const ofWeb = `AWS::EC2::Instance/web > ${alb}: tcp 443`

  test('leads to an internal one at its ports, but not from the workloads behind it', () => {
    const { graph } = withBalancer('internal')
    expect(reachInFlow(graph.build())).toEqual([ofWeb])
    expect(arrows(graph.build()).filter((arrow) => arrow.startsWith('reach'))).toEqual([`reach ${ofWeb}`])
  })

  test('says nothing of one for the internet', () => {
    const { graph } = withBalancer('internet-facing')
    expect(reachInFlow(graph.build())).toEqual([])
    expect(arrows(graph.build()).filter((arrow) => arrow.startsWith('reach'))).toEqual([])
  })

  test('is only counted for workloads with settings if another one is known to call it', () => {
    const { graph, balancer, app, add } = withBalancer('internal')
    graph.relate(add('AWS::Lambda::Function', 'worker'), 'associated with', app)
    expect(reachInFlow(graph.build())).toEqual([ofWeb, `AWS::Lambda::Function/worker > ${alb}: tcp 443`])
    graph.relate(add('AWS::Lambda::Function', 'report'), 'uses', balancer)
    expect(reachInFlow(graph.build())).toEqual([ofWeb, '1 connection that security groups allow'])
  })

  test.each([
    ['UDP', 'udp 443'],
    ['TCP_UDP', 'tcp 443, udp 443'],
    ['TLS', 'tcp 443'],
  ])('has the transport of a listener for %s', (protocol, label) => {
    const { graph } = withBalancer('internal', protocol)
    expect(reachInFlow(graph.build())).toContain(`AWS::EC2::Instance/web > ${alb}: ${label}`)
  })

  test.each([
    ['another port', ['tcp', 22, 22], []],
    ['ports below', ['tcp', 1, 442], []],
    ['the same port of another protocol', ['udp', 443, 443], []],
    ['all ports of another protocol', ['udp', 0, 65_535], []],
    ['a range of ports', ['tcp', 400, 443], [ofWeb]],
    ['all ports', ['tcp', 0, 65_535], [ofWeb]],
    ['all traffic', ['-1', null, null], [ofWeb]],
  ] as const)('is an arrow only for ports of its listeners: %s', (_, [protocol, fromPort, toPort], expected) => {
    const { graph } = withBalancer('internal', 'HTTPS', [{ source: 'sg-app', protocol, fromPort, toPort }])
    expect(reachInFlow(graph.build())).toEqual(expected)
  })

  test('goes by the listeners of a Classic Load Balancer', () => {
    const { graph, add } = withBalancer('internal')
    const classic = add('AWS::ElasticLoadBalancing::LoadBalancer', 'elb', {
      scheme: 'internal',
      listeners: ['SSL:443 to TCP:8443'],
    })
    graph.relate(classic, 'associated with', { type: group, id: 'sg-alb' })
    expect(arrows(graph.build())).toContain(
      'reach AWS::EC2::Instance/web > AWS::ElasticLoadBalancing::LoadBalancer/elb: tcp 443',
    )
  })
})

test('a file system has the security groups of the network interfaces of its mount targets', () => {
  const graph = network(1)
  const files = graph.add('AWS::EFS::FileSystem', 'fs-1', 'files')
  const target = graph.add('AWS::EFS::MountTarget', 'fsmt-1', null)
  const card = graph.add('AWS::EC2::NetworkInterface', 'eni-1', null)
  const nfs = graph.add(group, 'sg-nfs', 'nfs', {
    ingress: [{ source: 'sg-app', protocol: 'tcp', fromPort: 2049, toPort: 2049 }],
  })
  graph.relate(target, 'contained in', files)
  graph.relate(target, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
  graph.relate(target, 'attached to', card)
  graph.relate(card, 'associated with', nfs)
  expect(arrows(graph.build())).toContain('reach AWS::EC2::Instance/i-0 > AWS::EFS::FileSystem/fs-1: tcp 2049')
})

test.each([
  ['WINDOWS', 'tcp 445'],
  ['OPENZFS', 'tcp 2049'],
  ['LUSTRE', 'tcp 988'],
  ['ONTAP', 'tcp 445, 988, 2049'],
])('a file system of FSx for %s has users at %s by the groups of its network interfaces', (fileSystemType, label) => {
  const graph = network(1)
  const files = graph.add('AWS::FSx::FileSystem', 'fs-1', 'files', { fileSystemType })
  const card = graph.add('AWS::EC2::NetworkInterface', 'eni-1', null)
  const ingress = [445, 988, 2049].map((port) => ({ source: 'sg-app', protocol: 'tcp', fromPort: port, toPort: port }))
  graph.relate(files, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
  graph.relate(files, 'attached to', card)
  graph.relate(card, 'associated with', graph.add(group, 'sg-files', 'files', { ingress }))
  const arrow = `AWS::EC2::Instance/i-0 > AWS::FSx::FileSystem/fs-1: ${label}`
  expect(arrows(graph.build())).toContain(`reach ${arrow}`)
  expect(reachInFlow(graph.build())).toContain(arrow)
})

/** A service whose settings name something with a security group that lets it in. */
function withSetting(type: string, properties: { readonly [name: string]: Json } = {}, protocol = 'tcp') {
  const graph = graphBuilder()
  const add = (...[each, id, more]: readonly [string, string, { readonly [name: string]: Json }?]) =>
    graph.add(each, id, id, more ?? {})
  const [ofUi, ofOthers] = [add(group, 'sg-ui'), add(group, 'sg-others')]
  const ingress = [
    { source: 'sg-ui', protocol, fromPort: 8080, toPort: 8080 },
    { source: 'sg-others', protocol: 'tcp', fromPort: 22, toPort: 22 },
  ]
  const [inner, ui] = [add(group, 'sg-inner', { ingress }), add('AWS::ECS::Service', 'ui')]
  const [definition, used] = [add('AWS::ECS::TaskDefinition', 'ui:1'), add(type, 'inner', properties)]
  graph.relate(ui, 'uses', definition)
  graph.relate(definition, 'uses', used)
  graph.relate(ui, 'associated with', ofUi)
  graph.relate(used, 'associated with', inner)
  graph.relate(add('AWS::ECS::Service', 'other'), 'associated with', ofOthers)
  return { graph, ui, definition, used, add }
}

/** The label of the only arrow from one to the other, in the architecture and in the data flow. */
function labelsOf(graph: ResourceGraph, from: string, to: string): readonly string[] {
  return (['architecture', 'dataflow'] as const).flatMap((view) => {
    const page = drawPage(view, graph, overviewOptions)
    if (page.kind !== 'drawn') throw new Error(page.message)
    return page.diagram.edges
      .filter(({ source, target }) => source.endsWith(`/${from}`) && target.endsWith(`/${to}`))
      .map(({ label }) => label)
  })
}

describe('what settings name', () => {
  test.each(['AWS::ECS::Service', 'AWS::EFS::FileSystem', 'AWS::ElastiCache::ReplicationGroup', 'AWS::EC2::Instance'])(
    'has the ports that security groups allow, in both views: %s',
    (type) => {
      expect(labelsOf(withSetting(type).graph.build(), 'ui', 'inner')).toEqual(['tcp 8080', 'tcp 8080'])
    },
  )

  test.each([
    ['a function', 'AWS::Lambda::Function', {}, 'tcp'],
    [
      'a load balancer for the internet',
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      { scheme: 'internet-facing' },
      'tcp',
    ],
    ['what all traffic may reach', 'AWS::ECS::Service', {}, '-1'],
  ] as const)('has no port: %s', (_, type, properties, protocol) => {
    expect(labelsOf(withSetting(type, properties, protocol).graph.build(), 'ui', 'inner')).toEqual(['', ''])
  })

  test.each([
    ['-1', 'tcp 9000'],
    ['tcp', 'tcp 8080'],
  ])('has the port of its alias in Service Connect only if all traffic may reach it: %s', (protocol, label) => {
    const { graph } = withSetting('AWS::ECS::Service', { serviceConnectPorts: [9000] }, protocol)
    expect(labelsOf(graph.build(), 'ui', 'inner')).toEqual([label, label])
  })

  test('leads through Cloud Map to what is registered there', () => {
    const { graph, add, definition } = withSetting('AWS::Lambda::Function')
    const [registry, catalog] = [add('AWS::ServiceDiscovery::Service', 'srv-1'), add('AWS::ECS::Service', 'catalog')]
    graph.relate(definition, 'uses', registry)
    graph.relate(catalog, 'associated with', registry)
    graph.relate(catalog, 'associated with', { type: group, id: 'sg-inner' })
    expect(labelsOf(graph.build(), 'ui', 'catalog')).toEqual(['tcp 8080', 'tcp 8080'])
  })

  test('has what a policy says of its use alone', () => {
    const { graph, definition, used, add } = withSetting('AWS::EFS::FileSystem')
    const role = add('AWS::IAM::Role', 'ui')
    graph.relate(definition, 'uses', role)
    graph.permit(role, 'reads from', used)
    expect(labelsOf(graph.build(), 'ui', 'inner')).toEqual(['reads', 'reads'])
  })

  test('is no flow if it is the service itself', () => {
    const graph = graphBuilder()
    const [service, definition] = [
      graph.add('AWS::ECS::Service', 'ui', 'ui'),
      graph.add('AWS::ECS::TaskDefinition', 'ui:1', 'ui:1'),
    ]
    graph.relate(service, 'uses', definition)
    graph.relate(definition, 'uses', service)
    const page = drawPage('dataflow', graph.build(), overviewOptions)
    expect(page.kind === 'drawn' ? page.diagram.elements.map(({ label }) => label) : []).toEqual(['No data flow found'])
  })

  test('stands beside the name of the service itself', () => {
    const { graph, definition, ui } = withSetting('AWS::ECS::Service')
    graph.relate(definition, 'uses', ui)
    expect(labelsOf(graph.build(), 'ui', 'ui')).toEqual([])
    expect(labelsOf(graph.build(), 'ui', 'inner')).toEqual(['tcp 8080', 'tcp 8080'])
  })
})

describe('around a resource', () => {
  test('stands who uses it and what it uses, by security groups and policies alike', () => {
    const graph = network(1)
    const [instance, role] = [{ type: 'AWS::EC2::Instance', id: 'i-0' }, graph.add('AWS::IAM::Role', 'r', 'r')]
    graph.relate(instance, 'uses', role)
    graph.permit(role, 'writes to', graph.add('AWS::DynamoDB::Table', 'orders', 'orders'))
    const reach = `reach AWS::EC2::Instance/i-0 > ${database}: tcp 5432`
    const writes = `reach AWS::EC2::Instance/i-0 > ${table}: writes`
    expect(arrows(graph.build(), database)).toEqual([reach])
    expect(arrows(graph.build(), table)).toEqual([writes])
    expect(arrows(graph.build(), 'AWS::EC2::Instance/i-0')).toEqual([writes, reach])
    expect(arrows(graph.build(), table, 0)).toEqual([])
  })
})

test('how a policy permits a use is not said again where a setting says its port', () => {
  const { graph, handler, role } = functionWithRole()
  const database = graph.add('AWS::RDS::DBInstance', 'ledger', 'ledger', { port: 5432 })
  graph.relate(handler, 'uses', database)
  graph.permit(role, 'reads from', database)
  const permitted = graph.build()
  const index = indexGraph(configuredPart(permitted))
  const { edges } = knownFlows(index, { whole: index, permitted: indexGraph(permitted) })
  expect(edges.map(({ label }) => label)).toEqual(['tcp 5432'])
})
