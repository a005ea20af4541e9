/** An account with all request paths: edge, APIs, load balancers, containers, queues, and caches. */
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { addThreeTierNetwork, graphBuilder } from './sample-graphs.ts'

/** `each`: the number of resources of every kind. */
export function requestsGraph(each: number): ResourceGraph {
  const graph = graphBuilder()
  const zones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']
  const network = addThreeTierNetwork(graph, 'shop', { zones, webPerZone: 3, appPerZone: 2 })
  const loadBalancer = { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/shop-web/50dc6c495c0c9188' }
  const targetGroup = { type: 'AWS::ElasticLoadBalancingV2::TargetGroup', id: 'shop-0/73e2d6bc24d8a067' }
  const inNetwork = (resource: ResourceReference): void => graph.relate(resource, 'contained in', network)
  for (let number = 0; number < each; number++) {
    const add = (type: string): ResourceReference =>
      graph.add(`AWS::${type}`, `${type} ${number}`, `${type.split('::')[1]?.toLowerCase()}-of-unit-${number}`)
    const [distribution, api, handler, table] = [
      add('CloudFront::Distribution'),
      add('ApiGatewayV2::Api'),
      add('Lambda::Function'),
      add('DynamoDB::Table'),
    ]
    graph.relate(distribution, 'routes to', number % 2 === 0 ? loadBalancer : api)
    graph.relate(api, 'invokes', handler)
    const queue = add('SQS::Queue')
    const mapping = add('Lambda::EventSourceMapping')
    graph.relate(mapping, 'subscribes to', number % 3 === 0 ? table : queue)
    graph.relate(mapping, 'invokes', handler)
    const service = add('ECS::Service')
    graph.relate(service, 'associated with', targetGroup)
    inNetwork(service)
    const [cluster, nodeGroup] = [add('EKS::Cluster'), add('EKS::Nodegroup')]
    inNetwork(cluster)
    inNetwork(nodeGroup)
    graph.relate(nodeGroup, 'contained in', cluster)
    for (const type of ['OpenSearchService::Domain', 'FSx::FileSystem', 'ElastiCache::ServerlessCache'])
      inNetwork(add(type))
  }
  return graph.build()
}
