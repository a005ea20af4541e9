import { expect, test } from 'vitest'
import { indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { internetId } from '../boxes/account-frame.ts'
import { requestsTo, trafficAround } from './traffic-around.ts'

/** A distribution of a load balancer in a VPC, which has an endpoint for the service of another account. */
function shop() {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'lb', 'lb', { scheme: 'internal' })
  const distribution = graph.add('AWS::CloudFront::Distribution', 'd', 'shop.example', { enabled: true })
  const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce', 'partner')
  const partner = graph.addUnread('AWS::EC2::VPCEndpointService', 'vpce-svc', 'external')
  graph.relate(balancer, 'contained in', vpc)
  graph.relate(distribution, 'routes to', balancer)
  graph.relate(endpoint, 'contained in', vpc)
  graph.relate(endpoint, 'routes to', partner)
  const keys = { vpc, balancer, distribution, partner }
  return {
    whole: indexGraph(graph.build()),
    keyOf: (name: keyof typeof keys) => resourceKey(keys[name]),
  }
}

test.each([
  ['balancer', ['balancer', 'distribution']],
  ['distribution', ['balancer', 'distribution', internetId]],
  ['partner', ['partner', 'vpc']],
  ['vpc', ['partner', 'vpc']],
] as const)('the arrows from and to %s are those of %j', (name, expected) => {
  const { whole, keyOf } = shop()
  const keys = expected.map((each) => (each === internetId ? each : keyOf(each)))
  expect([...trafficAround(whole, new Set([keyOf(name)]))].toSorted()).toEqual(keys.toSorted())
})

test('requests to a load balancer come from the internet through its distribution', () => {
  const { whole, keyOf } = shop()
  const expected = [keyOf('balancer'), keyOf('distribution'), internetId]
  expect([...requestsTo(whole, new Set([keyOf('balancer')]))].toSorted()).toEqual(expected.toSorted())
  expect([...requestsTo(whole, new Set(['none']))]).toEqual(['none'])
})
