/**
 * Accounts with extreme shapes: thousands of resources in one place, very many VPCs, and everything connected with
 * everything.
 */
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { graphBuilder } from './sample-graphs.ts'

/** One subnet with this number of instances. */
export function crowdedSubnet(instances: number): ResourceGraph {
  const graph = graphBuilder()
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', 'only', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', graph.add('AWS::EC2::VPC', 'vpc-1', 'only'))
  for (let number = 0; number < instances; number++) {
    graph.relate(graph.add('AWS::EC2::Instance', `i-${number}`, `server ${number} x`), 'contained in', subnet)
  }
  return graph.build()
}

/** This number of VPCs, each peered with the next one, and all attached to one transit gateway. */
export function manyNetworks(count: number): ResourceGraph {
  const graph = graphBuilder()
  const transit = graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub')
  const networks = Array.from({ length: count }, (_, number) =>
    graph.add('AWS::EC2::VPC', `vpc-${number}`, `net-${number}`),
  )
  for (const [number, network] of networks.entries()) {
    const subnet = graph.add('AWS::EC2::Subnet', `subnet-${number}`, null, { availabilityZone: 'eu-west-1a' })
    graph.relate(subnet, 'contained in', network)
    const attachment = graph.add('AWS::EC2::TransitGatewayAttachment', `tgw-attach-${number}`, null)
    graph.relate(attachment, 'contained in', transit)
    graph.relate(attachment, 'attached to', network)
    const peering = graph.add('AWS::EC2::VPCPeeringConnection', `pcx-${number}`, null)
    graph.relate(peering, 'associated with', network)
    graph.relate(peering, 'associated with', networks[(number + 1) % networks.length] ?? network)
  }
  return graph.build()
}

const names = ['orders', 'payments', 'search', 'catalog', 'mail', 'billing', 'reports']

/**
 * This number of security groups that all allow each other. Each is attached to a function that calls the same number
 * of queues.
 */
export function clique(size: number): ResourceGraph {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'only')
  const ids = Array.from({ length: size }, (_, number) => `sg-${number}`)
  for (const [number, id] of ids.entries()) {
    const name = names[number % names.length] ?? ''
    const ingress = ids.map((source) => ({ source, protocol: 'tcp', fromPort: 443, toPort: 443 }))
    const group = graph.add('AWS::EC2::SecurityGroup', id, `group of ${name} ${id}`, { ingress })
    graph.relate(group, 'contained in', network)
    for (const source of ids)
      graph.relate(group, 'allows traffic from', { type: 'AWS::EC2::SecurityGroup', id: source })
    const handler = graph.add('AWS::Lambda::Function', `function-${number}`, `${name}-${number}-handler`)
    graph.relate(handler, 'associated with', group)
    graph.add('AWS::SQS::Queue', `queue-${number}`, `${number}-queue`)
    for (let other = 0; other < size; other++) {
      graph.relate(handler, 'uses', { type: 'AWS::SQS::Queue', id: `queue-${other}` })
    }
  }
  return graph.build()
}
