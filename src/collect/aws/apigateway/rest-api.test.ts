import type { Method } from '@aws-sdk/client-api-gateway'
import { expect, test } from 'vitest'
import { isFree } from './rest-api.ts'

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
