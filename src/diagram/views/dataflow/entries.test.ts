import { describe, expect, test } from 'vitest'
import type { Json, ResourceReference } from '../../../graph/resource-graph.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import type { ViewOptions } from '../../diagram.ts'
import { flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'
import { dataFlowView } from './dataflow.ts'

type Fields = { readonly [name: string]: Json }

/** A public subnet. `open` adds a resource with a public address and a security group that opens these ports to anyone. */
function publicSubnet() {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop', { cidrBlocks: ['10.0.0.0/16'] })
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', 'public', { cidrBlock: '10.0.1.0/24' })
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, {
    main: true,
    routes: [{ destination: '0.0.0.0/0', target: 'igw-1', state: 'active' }],
  })
  const everything = {
    rule: 100,
    action: 'allow',
    protocol: '-1',
    cidrBlock: '0.0.0.0/0',
    fromPort: null,
    toPort: null,
  }
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', null, { ingress: [everything], egress: [everything] })
  graph.relate(acl, 'associated with', subnet)
  for (const each of [subnet, table]) graph.relate(each, 'contained in', network)
  const open = (type: string, name: string, ports: readonly number[], properties: Fields = {}): ResourceReference => {
    const added = graph.add(type, name, name, { state: 'running', publicIpAddress: '198.51.100.7', ...properties })
    const group = graph.add('AWS::EC2::SecurityGroup', `sg-${name}`, `sg-${name}`, {
      ingress: ports.map((port) => ({ source: '0.0.0.0/0', protocol: 'tcp', fromPort: port, toPort: port })),
    })
    const address = graph.add('AWS::EC2::NetworkInterface', `eni-${name}`, null, { publicIpAddress: '198.51.100.7' })
    graph.relate(address, 'attached to', added)
    graph.relate(added, type.endsWith('LoadBalancer') ? 'attached to' : 'contained in', subnet)
    graph.relate(address, 'contained in', subnet)
    for (const each of [address, added]) graph.relate(each, 'associated with', group)
    return added
  }
  return { graph, subnet, open }
}

function arrows(graph: GraphBuilder, focused: ViewOptions['focused'] = null): readonly string[] {
  const { elements, edges } = dataFlowView(graph.build(), { ...defaultViewOptions, focused })
  const labels = new Map(flattened(elements).map(({ id, label }) => [id, label]))
  return edges.map(({ form, source, target, label }) => `${labels.get(source)} ${form} ${labels.get(target)}: ${label}`)
}

describe('arrows from the internet', () => {
  test('end at what is exposed, even if it calls nothing known', () => {
    const { graph, open } = publicSubnet()
    open('AWS::EC2::Instance', 'mail', [25, 587])
    open('AWS::RDS::DBInstance', 'orders', [5432], { publiclyAccessible: true })
    graph.add('AWS::EC2::Instance', 'idle', 'idle', { state: 'running' })
    expect(arrows(graph).toSorted()).toEqual([
      'Internet request mail: tcp 25, 587',
      'Internet request orders: tcp 5432',
    ])
  })

  test('end at the cluster of an exposed database instance', () => {
    const { graph, open } = publicSubnet()
    const member = open('AWS::RDS::DBInstance', 'writer', [5432], { publiclyAccessible: true })
    graph.relate(member, 'contained in', graph.add('AWS::RDS::DBCluster', 'orders', 'orders'))
    expect(arrows(graph)).toEqual(['Internet request orders: tcp 5432'])
  })

  test('end at what forwards requests to nothing known', () => {
    const { graph } = publicSubnet()
    graph.add('AWS::GlobalAccelerator::Accelerator', 'shop', 'shop', { enabled: true })
    expect(arrows(graph)).toEqual(['Internet request shop: '])
  })

  test('end at data that a policy opens to everyone', () => {
    const { graph } = publicSubnet()
    graph.add('AWS::S3::Bucket', 'downloads', 'downloads', { publicByPolicy: true, publicByAcl: false })
    graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
    graph.add('AWS::S3::Bucket', 'private', 'private', { publicByPolicy: false, publicByAcl: false })
    expect(arrows(graph)).toEqual(['Internet request downloads: bucket policy'])
  })

  test('end at resources of which it is unknown only if these call others', () => {
    const { graph, open } = publicSubnet()
    for (const name of ['web', 'idle']) {
      const server = open('AWS::EC2::Instance', name, [443])
      if (name === 'web') graph.relate(server, 'uses', graph.add('AWS::SQS::Queue', 'jobs', 'jobs'))
    }
    graph.deny('AWS::EC2::SecurityGroup')
    expect(arrows(graph).toSorted()).toEqual(['Internet request web: not known', 'web event jobs: '])
  })

  test('do not lead to control planes, even of clusters whose programs use data', () => {
    const { graph } = publicSubnet()
    const cluster = graph.add('AWS::EKS::Cluster', 'shop', 'shop', {
      publicEndpoint: true,
      publicAccessCidrs: ['0.0.0.0/0'],
    })
    const labels = () => flattened(dataFlowView(graph.build()).elements).map(({ label }) => label)
    expect(labels()).toEqual(['No data flow found'])
    const role = graph.add('AWS::IAM::Role', 'carts', 'carts')
    graph.relate(cluster, 'uses', role)
    graph.permit(role, 'writes to', graph.add('AWS::DynamoDB::Table', 'carts', 'carts'))
    expect(labels()).toEqual(['carts', 'shop'])
  })
})

describe('a Classic Load Balancer', () => {
  test('forwards what comes from the internet to its instances, and to services that register', () => {
    const { graph, open } = publicSubnet()
    const balancer = open('AWS::ElasticLoadBalancing::LoadBalancer', 'elb', [443], {
      scheme: 'internet-facing',
      listeners: ['HTTPS:443 to HTTP:8080'],
    })
    graph.relate(balancer, 'routes to', graph.add('AWS::EC2::Instance', 'web', 'web', { state: 'running' }))
    graph.relate(graph.add('AWS::ECS::Service', 'api', 'api'), 'associated with', balancer)
    expect(arrows(graph).toSorted()).toEqual([
      'Internet request elb: tcp 443',
      'elb request api: HTTP 8080',
      'elb request web: HTTP 8080',
    ])
  })
})

/** An instance behind a load balancer, with a security group that lets in this source and the nodes. */
function networkBalancer(source: string, preserveClientIp: boolean): GraphBuilder {
  const { graph, subnet } = publicSubnet()
  const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'nlb', 'nlb', {
    loadBalancerType: 'network',
    scheme: 'internet-facing',
    state: 'active',
  })
  const listener = graph.add('AWS::ElasticLoadBalancingV2::Listener', 'nlb/22', null, { protocol: 'TCP', port: 22 })
  const targets = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'sftp', 'sftp', {
    protocol: 'TCP',
    port: 22,
    targetType: 'instance',
    preserveClientIp,
    targets: [{ id: 'i-1', port: 22, health: 'healthy' }],
  })
  const server = graph.add('AWS::EC2::Instance', 'i-1', 'sftp server', { state: 'running' })
  const group = graph.add('AWS::EC2::SecurityGroup', 'sg-1', 'sg', {
    ingress: [source, '10.0.0.0/16'].map((each) => ({ source: each, protocol: 'tcp', fromPort: 22, toPort: 22 })),
  })
  graph.relate(balancer, 'attached to', subnet)
  graph.relate(server, 'contained in', subnet)
  graph.relate(server, 'associated with', group)
  graph.relate(listener, 'contained in', balancer)
  graph.relate(listener, 'routes to', targets)
  graph.relate(targets, 'associated with', balancer)
  graph.relate(targets, 'routes to', server)
  return graph
}

function entriesOf(graph: GraphBuilder): readonly string[] {
  return arrows(graph).filter((arrow) => arrow.startsWith('Internet'))
}

describe('a Network Load Balancer without security groups', () => {
  test.each([
    ['some client addresses, which it preserves', '203.0.113.0/24', true, ' (some addresses)'],
    ['all client addresses', '0.0.0.0/0', true, ''],
    ['the addresses of its nodes', '203.0.113.0/24', false, ''],
  ])('is reached as far as its targets let in %s', (_, source, preserves, limit) => {
    expect(entriesOf(networkBalancer(source, preserves))).toEqual([`Internet request nlb: tcp 22${limit}`])
  })

  test('is not narrowed by targets that could not be read', () => {
    const graph = networkBalancer('203.0.113.0/24', true)
    graph.deny('AWS::EC2::SecurityGroup')
    expect(entriesOf(graph)).toEqual(['Internet request nlb: tcp 22'])
  })
})

describe('around resources', () => {
  const graph = graphBuilder()
  const add = (type: string, name: string) => graph.add(`AWS::${type}`, name, name)
  const [api, handler, table] = [
    add('ApiGatewayV2::Api', 'api'),
    add('Lambda::Function', 'handler'),
    add('DynamoDB::Table', 'table'),
  ]
  graph.relate(api, 'invokes', handler)
  graph.relate(handler, 'uses', table)
  graph.relate(add('CloudFront::Distribution', 'site'), 'routes to', api)
  graph.relate(add('ApiGatewayV2::Api', 'other'), 'invokes', add('Lambda::Function', 'unrelated'))

  test('entries from the internet lead to what is drawn, to callers of users too', () => {
    expect(arrows(graph, { resources: [table], steps: 1 }).toSorted()).toEqual([
      'Internet request api: tcp 443 (not known)',
      'api request handler: ',
      'handler request table: ',
    ])
  })

  test('nothing is drawn without steps, not even between them', () => {
    expect(arrows(graph, { resources: [handler, table], steps: 0 })).toEqual([])
  })
})
