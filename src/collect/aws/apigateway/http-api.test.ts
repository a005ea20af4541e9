import type { Route } from '@aws-sdk/client-apigatewayv2'
import { expect, test } from 'vitest'
import { routesWithoutAuthorization, routeTargets } from './http-api.ts'

const route = (RouteKey: string, AuthorizationType?: Route['AuthorizationType']): Route => ({
  RouteKey,
  AuthorizationType,
})

test.each<[string, 'HTTP' | 'WEBSOCKET', readonly Route[], number]>([
  ['routes of an HTTP API', 'HTTP', [route('GET /a', 'JWT'), route('GET /b', 'NONE'), route('GET /c')], 2],
  ['a connect route with authorization', 'WEBSOCKET', [route('$connect', 'AWS_IAM'), route('$default')], 0],
  ['a connect route without authorization', 'WEBSOCKET', [route('$connect', 'NONE'), route('$default')], 2],
  ['no connect route', 'WEBSOCKET', [route('$default')], 1],
  ['no route', 'WEBSOCKET', [], 0],
])('counts routes without authorization: %s', (_, ProtocolType, routes, expected) => {
  expect(routesWithoutAuthorization({ ProtocolType }, routes)).toBe(expected)
})

test('tells which route calls what, in order, where the integration names a resource', () => {
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders'
  const integrations = [
    { IntegrationId: 'f', IntegrationUri: arn },
    { IntegrationId: 'w', IntegrationUri: 'https://partner.example' },
  ]
  const routes = [
    { RouteKey: 'POST /b', Target: 'integrations/f' },
    { RouteKey: 'GET /a', Target: 'integrations/f' },
    { RouteKey: 'GET /web', Target: 'integrations/w' },
    { RouteKey: 'GET /none' },
  ]
  expect(routeTargets(routes, integrations, { region: 'eu-west-1', accountNumber: '123456789012' })).toEqual([
    { route: 'GET /a', target: arn },
    { route: 'POST /b', target: arn },
  ])
})
