import type { Method } from '@aws-sdk/client-api-gateway'
import { expect, test } from 'vitest'
import { isFree, routeTargets } from './rest-api.ts'

test.each<[string, Method, boolean]>([
  ['with authorization', { httpMethod: 'GET', authorizationType: 'AWS_IAM' }, false],
  ['without authorization', { httpMethod: 'GET', authorizationType: 'NONE' }, true],
  ['a mock', { httpMethod: 'GET', authorizationType: 'NONE', methodIntegration: { type: 'MOCK' } }, true],
  [
    'a CORS preflight',
    { httpMethod: 'OPTIONS', authorizationType: 'NONE', methodIntegration: { type: 'MOCK' } },
    false,
  ],
  [
    'OPTIONS of a backend',
    { httpMethod: 'OPTIONS', authorizationType: 'NONE', methodIntegration: { type: 'HTTP_PROXY' } },
    true,
  ],
])('a method is free unless it asks for authorization: %s', (_, method, expected) => {
  expect(isFree(method)).toBe(expected)
})

function targetOf(uri: string, more: object) {
  const method: Method = { methodIntegration: { type: 'AWS', uri, ...more } }
  const place = { region: 'us-east-1', accountNumber: '444455556666' }
  return routeTargets({ path: '/book', resourceMethods: { POST: method } }, place)
}

test('tells which method calls what, or as which role, if requests of clients name it', () => {
  const credentials = 'arn:aws:iam::444455556666:role/book'
  const kinesis = 'arn:aws:apigateway:us-east-1:kinesis:action/PutRecord'
  const requestTemplates = { 'application/json': '{"StreamName":"clicks"}' }
  expect(targetOf(kinesis, { credentials, requestTemplates })).toEqual([
    { route: 'POST /book', target: 'arn:aws:kinesis:us-east-1:444455556666:stream/clicks' },
  ])
  expect(targetOf(kinesis, { credentials })).toEqual([{ route: 'POST /book', target: credentials }])
  expect(targetOf(kinesis, { credentials: 'arn:aws:iam::*:user/*' })).toEqual([])
  expect(targetOf('https://partner.example', { credentials })).toEqual([])
})
