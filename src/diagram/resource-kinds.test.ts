/** Tests names of variants: an API Gateway API may be an HTTP or a WebSocket API. */
import { expect, test } from 'vitest'
import { kindOfResource } from './resource-kinds.ts'
import { graphBuilder } from './testing/sample-graphs.ts'
import { drawView } from './views/draw-view.ts'

const type = 'AWS::ApiGatewayV2::Api'

test.each([
  ['WEBSOCKET', 'API Gateway WebSocket API', 'WebSocket APIs'],
  ['HTTP', 'API Gateway HTTP API', 'HTTP APIs'],
  ['constructor', 'API Gateway HTTP API', 'HTTP APIs'],
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

test('a heading over HTTP and WebSocket APIs is neither', () => {
  const graph = graphBuilder()
  graph.add(type, 'chat', 'chat', { protocol: 'WEBSOCKET' })
  graph.add(type, 'shop', 'shop', { protocol: 'HTTP' })
  const { elements } = drawView('architecture', graph.build())
  const labels = JSON.stringify(elements).match(/"label":"[^"]* \(\d+\)"/gu)
  expect(labels).toEqual(['"label":"APIs (2)"'])
})
