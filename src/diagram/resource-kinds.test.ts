/** Tests names of variants: an API Gateway API may be an HTTP or a WebSocket API. */
import { expect, test } from 'vitest'
import { countedKind, countedShort, kindOfResource } from './resource-kinds.ts'
import { graphBuilder } from './testing/sample-graphs.ts'
import { drawView } from './views/draw-view.ts'

const type = 'AWS::ApiGatewayV2::Api'

test.each([
  ['WEBSOCKET', 'API Gateway WebSocket API', 'WebSocket APIs'],
  ['HTTP', 'API Gateway HTTP API', 'HTTP APIs'],
  ['constructor', 'API Gateway HTTP or WebSocket API', 'HTTP and WebSocket APIs'],
])('an API of protocol %s is named %s', (protocol, singular, plural) => {
  const { singular: name, short } = kindOfResource({ type, properties: { protocol } })
  expect([name, short[1]]).toEqual([singular, plural])
})

test.each(['architecture', 'dataflow'] as const)('the %s does not call a WebSocket API an HTTP API', (view) => {
  const graph = graphBuilder()
  const chat = graph.add(type, 'chat', 'chat', { protocol: 'WEBSOCKET' })
  graph.relate(chat, 'invokes', graph.add('AWS::Lambda::Function', 'reply', null))
  const text = JSON.stringify(drawView(view, graph.build()))
  expect(text).toContain('WebSocket API')
  expect(text).not.toContain('HTTP API')
})

test.each<[protocols: readonly string[], counted: string, short: string]>([
  [['HTTP'], '1 API Gateway HTTP API', '1 HTTP API'],
  [['WEBSOCKET'], '1 API Gateway WebSocket API', '1 WebSocket API'],
  [['WEBSOCKET', 'WEBSOCKET'], '2 API Gateway WebSocket APIs', '2 WebSocket APIs'],
  [['WEBSOCKET', 'HTTP'], '2 API Gateway HTTP and WebSocket APIs', '2 HTTP and WebSocket APIs'],
])('APIs of %j are counted as %s', (protocols, counted, short) => {
  const graph = graphBuilder()
  for (const [position, protocol] of protocols.entries()) graph.add(type, `api-${position}`, null, { protocol })
  const [first, ...others] = graph.build().resources
  if (first === undefined) throw new Error('There is at least one')
  expect(countedKind([first, ...others])).toBe(counted)
  expect(countedShort([first, ...others])).toBe(short)
})

test.each(['overview', 'inventory', 'architecture'] as const)(
  'the %s counts two WebSocket APIs as such, and calls unread APIs neither',
  (view) => {
    const graph = graphBuilder()
    for (const id of ['chat', 'live']) graph.add(type, id, null, { protocol: 'WEBSOCKET' })
    const text = JSON.stringify(drawView(view, graph.build()))
    expect(text).toContain('WebSocket APIs')
    expect(text).not.toContain('HTTP')
    const denied = graphBuilder()
    denied.deny(type)
    const gap = JSON.stringify(drawView(view, denied.build()))
    expect(gap.match(/API Gateway (?:HTTP|WebSocket) APIs/u)).toBeNull()
  },
)

test('load balancers of one kind are counted as load balancers', () => {
  const graph = graphBuilder()
  graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'app/shop/1', null, { loadBalancerType: 'application' })
  expect(countedKind(graph.build().resources)).toBe('1 load balancer')
})

test('no resources have a count without a type', () => {
  expect(countedKind([])).toBe('0 resources')
})

test('a heading over HTTP and WebSocket APIs is neither', () => {
  const graph = graphBuilder()
  graph.add(type, 'chat', 'chat', { protocol: 'WEBSOCKET' })
  graph.add(type, 'shop', 'shop', { protocol: 'HTTP' })
  const { elements } = drawView('architecture', graph.build())
  const labels = JSON.stringify(elements).match(/"label":"[^"]* \(\d+\)"/gu)
  expect(labels).toEqual(['"label":"APIs (2)"'])
})
