import { expect, test } from 'vitest'
import type { Verb } from '../../../graph/resource-graph.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from './group.ts'

function cards(graph: GraphBuilder, view: 'architecture' | 'security', types = '') {
  const page = drawPage(view, graph.build(), { ...overviewOptions, types })
  const elements = page.kind === 'drawn' ? flattened(page.diagram.elements) : []
  return new Map(elements.map(({ label, detail }) => [label, detail]))
}

const balancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer'

/** A distribution and two load balancers, all with web ACLs but the load balancer `bare`. */
function shop() {
  const graph = graphBuilder()
  const acl = graph.add('AWS::WAFv2::WebACL', 'acl', 'shop')
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  graph.relate(graph.add('AWS::CloudFront::Distribution', 'E1', 'shop.example'), 'uses', acl)
  const properties = { loadBalancerType: 'application', scheme: 'internet-facing', state: 'active' }
  for (const name of ['web', 'bare']) {
    const added = graph.add(balancer, `app/${name}`, name, properties)
    graph.relate(added, 'contained in', network)
    if (name === 'web') graph.relate(acl, 'associated with', added)
    const ingress = [{ source: '0.0.0.0/0', protocol: 'tcp', fromPort: 443, toPort: 443 }]
    const group = graph.add('AWS::EC2::SecurityGroup', `sg-${name}`, `${name}-group`, { ingress })
    graph.relate(group, 'contained in', network)
    graph.relate(added, 'associated with', group)
  }
  return graph
}

test('boxes of the architecture say that a web ACL protects them', () => {
  const found = cards(shop(), 'architecture')
  expect(['shop.example', 'web', 'bare'].map((name) => found.get(name))).toEqual([
    'distribution · WAF',
    'application · internet-facing, WAF',
    'application · internet-facing',
  ])
})

test('a page that leaves out the web ACL says so too', () => {
  const graph = shop()
  expect(cards(graph, 'architecture', '-AWS::WAFv2::WebACL').get('web')).toBe('application · internet-facing, WAF')
})

test('entry points and security groups say it in the security view', () => {
  const found = cards(shop(), 'security')
  expect(['shop.example', 'web-group', 'bare-group'].map((name) => found.get(name))).toEqual([
    'distribution · WAF',
    '1 load balancer · WAF',
    '1 load balancer',
  ])
})

test('a security group says it only if all its resources are protected', () => {
  const graph = shop()
  graph.relate({ type: balancer, id: 'app/bare' }, 'associated with', {
    type: 'AWS::EC2::SecurityGroup',
    id: 'sg-web',
  })
  expect(cards(graph, 'security').get('web-group')).toBe('2 load balancers')
})

test.each<[Verb, string]>([
  ['associated with', 'application · internal · WAF'],
  ['logs to', 'application · internal'],
])('a web ACL that is "%s" a resource: %s', (verb, detail) => {
  const graph = graphBuilder()
  const internal = graph.add(balancer, 'app/web', 'web', { loadBalancerType: 'application', scheme: 'internal' })
  graph.relate(graph.add('AWS::WAFv2::WebACL', 'acl', 'shop'), verb, internal)
  expect(cards(graph, 'architecture').get('web')).toBe(detail)
})

test('tooltips name the web ACL', () => {
  const page = drawPage('architecture', shop().build(), overviewOptions)
  const elements = page.kind === 'drawn' ? flattened(page.diagram.elements) : []
  const found = elements.find(({ label }) => label === 'shop.example')
  expect(found?.description.split('\n').at(-1)).toBe('Protected by WAF web ACL shop')
})
