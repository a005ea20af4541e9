import { expect, test } from 'vitest'
import { httpAuthorizers, poolOfIssuer, restAuthorizers } from './authorizer.ts'

const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:check'
const uri = `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${functionArn}/invocations`

test('tells the names and types of authorizers, in order, with the function that decides', () => {
  const rest = [
    { name: 'tokens', type: 'TOKEN', authorizerUri: uri },
    { name: 'members', type: 'COGNITO_USER_POOLS', providerARNs: ['arn:aws:cognito-idp:eu-west-1:1:userpool/p'] },
  ] as const
  expect(restAuthorizers(rest.map((each) => ({ ...each, providerARNs: [] })))).toEqual([
    { name: 'members', type: 'COGNITO_USER_POOLS' },
    { name: 'tokens', type: 'TOKEN', target: functionArn },
  ])
  expect(
    httpAuthorizers([
      { Name: 'requests', AuthorizerType: 'REQUEST', AuthorizerUri: uri },
      { Name: 'jwt', AuthorizerType: 'JWT' },
    ]),
  ).toEqual([
    { name: 'jwt', type: 'JWT' },
    { name: 'requests', type: 'REQUEST', target: functionArn },
  ])
})

test.each([
  ['https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCd12345', 'eu-west-1_AbCd12345'],
  ['https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_AbCd12345/', 'cn-north-1_AbCd12345'],
  ['https://cognito-idp.eusc-de-east-1.amazonaws.eu/eusc-de-east-1_AbCd12345', 'eusc-de-east-1_AbCd12345'],
  ['https://tenant.auth0.com/', undefined],
  ['https://cognito-idp.eu-west-1.amazonaws.com.example.org/eu-west-1_AbCd12345', undefined],
  [undefined, undefined],
])('finds the user pool of an issuer: %s', (issuer, pool) => {
  expect(poolOfIssuer(issuer)).toBe(pool)
})
