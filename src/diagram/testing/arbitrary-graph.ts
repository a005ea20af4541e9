/**
 * Generated resource graphs: any mixture of VPCs, Availability Zones, subnets, resources, routes, and gaps, with any
 * names.
 */
import * as fc from 'fast-check'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { hostileNames, graphBuilder } from './sample-graphs.ts'

const name = fc.oneof(
  fc.constantFrom(...hostileNames),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom('web', 'web-1', 'web-2', 'api-01', 'database'),
)

const subnetShape = fc.record({
  name,
  zone: fc.constantFrom('eu-west-1a', 'eu-west-1b', 'eu-west-1c'),
  route: fc.constantFrom('igw', 'nat', 'none', 'unknown'),
  hasNat: fc.boolean(),
  instances: fc.array(name, { maxLength: 9 }),
  databases: fc.array(name, { maxLength: 2 }),
})

const networkShape = fc.record({
  name,
  hasGateway: fc.boolean(),
  subnets: fc.array(subnetShape, { maxLength: 7 }),
  loadBalancers: fc.array(fc.record({ name, isPublic: fc.boolean(), everyNth: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 3,
  }),
})

const accountShape = fc.record({
  networks: fc.array(networkShape, { maxLength: 4 }),
  functions: fc.array(name, { maxLength: 20 }),
  externalTargets: fc.nat({ max: 3 }),
  denied: fc.subarray(['AWS::EC2::Subnet', 'AWS::RDS::DBInstance', 'AWS::S3::Bucket']),
})

export const resourceReading: fc.Arbitrary<ResourceGraph> = accountShape.map((account) => {
  const graph = graphBuilder()
  account.networks.forEach((shape, n) => {
    const network = graph.add('AWS::EC2::VPC', `vpc-${n}`, shape.name, {
      cidrBlocks: ['10.0.0.0/16'],
      isDefault: n === 0,
    })
    if (shape.hasGateway) {
      graph.relate(graph.add('AWS::EC2::InternetGateway', `igw-${n}`, shape.name), 'attached to', network)
    }
    const instances = shape.subnets.flatMap((subnet, s) => {
      const id = `${n}-${s}`
      const inside = graph.add('AWS::EC2::Subnet', `subnet-${id}`, subnet.name, {
        availabilityZone: subnet.zone,
        cidrBlock: '10.0.0.0/24',
      })
      graph.relate(inside, 'contained in', network)
      if (subnet.hasNat) graph.relate(graph.add('AWS::EC2::NatGateway', `nat-${id}`, null), 'contained in', inside)
      if (subnet.route !== 'unknown') {
        const target = subnet.route === 'igw' ? `igw-${n}` : `nat-${n}-${(s + 1) % shape.subnets.length}`
        const routes = subnet.route === 'none' ? [] : [{ destination: '0.0.0.0/0', target, state: 'active' }]
        graph.relate(
          graph.add('AWS::EC2::RouteTable', `rtb-${id}`, null, { main: false, routes }),
          'associated with',
          inside,
        )
      }
      for (const [d, each] of subnet.databases.entries()) {
        const database = graph.add('AWS::RDS::DBInstance', `db-${id}-${d}`, each, {
          availabilityZone: subnet.zone,
          engine: 'mysql',
        })
        graph.relate(database, 'contained in', network)
        graph.relate(database, 'attached to', inside)
      }
      return subnet.instances.map((each, i) => {
        const added = graph.add('AWS::EC2::Instance', `i-${id}-${i}`, each, {
          state: i === 3 ? 'terminated' : 'running',
          instanceType: 't3.micro',
        })
        graph.relate(added, 'contained in', inside)
        return added
      })
    })
    shape.loadBalancers.forEach((each, b) => {
      const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', `app/${n}-${b}`, each.name, {
        loadBalancerType: 'application',
        scheme: each.isPublic ? 'internet-facing' : 'internal',
      })
      const group = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', `tg/${n}-${b}`, each.name, {
        protocol: 'HTTP',
        port: 80,
      })
      graph.relate(balancer, 'contained in', network)
      graph.relate(group, 'associated with', balancer)
      for (const [i, target] of instances.entries())
        if (i % each.everyNth === 0) graph.relate(group, 'routes to', target)
      for (let e = 0; e < account.externalTargets; e++) {
        graph.relate(group, 'routes to', { type: 'AWS::EC2::Instance', id: `i-elsewhere-${e}` })
      }
    })
  })
  for (let e = 0; e < account.externalTargets; e++)
    graph.addUnread('AWS::EC2::Instance', `i-elsewhere-${e}`, 'external')
  for (const [f, each] of account.functions.entries()) graph.add('AWS::Lambda::Function', `function-${f}`, each)
  for (const type of account.denied) graph.deny(type)
  return graph.build()
})
