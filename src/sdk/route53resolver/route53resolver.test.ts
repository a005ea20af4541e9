import type { HttpRequest } from '@smithy/types'
import { expect, test } from 'vitest'
import { ListResolverRulesCommand, Route53ResolverClient } from './route53resolver.ts'

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' }

/** Returns the request of a call, and the result of a response. */
async function exchange(region: string, status: number, body: object, endpoint?: string) {
  const sent: HttpRequest[] = []
  const client = new Route53ResolverClient({
    region,
    credentials,
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint }),
    requestHandler: {
      async handle(request: HttpRequest) {
        sent.push(request)
        return { response: { statusCode: status, headers: {}, body: new Blob([JSON.stringify(body)]).stream() } }
      },
    },
  })
  const outcome = await client.send(new ListResolverRulesCommand({ MaxResults: 100 })).catch((error: unknown) => error)
  return { request: sent[0], outcome }
}

test.for([
  ['us-east-1', 'route53resolver.us-east-1.amazonaws.com'],
  ['cn-north-1', 'route53resolver.cn-north-1.amazonaws.com.cn'],
  ['us-gov-west-1', 'route53resolver.us-gov-west-1.amazonaws.com'],
  ['eusc-de-east-1', 'route53resolver.eusc-de-east-1.amazonaws.eu'],
] as const)('in %s it calls %s, signed for that region', async ([region, host]) => {
  const { request, outcome } = await exchange(region, 200, { ResolverRules: [{ Id: 'rule', Unknown: 1 }] })
  expect(request).toMatchObject({ protocol: 'https:', hostname: host, path: '/' })
  expect(new TextDecoder().decode(request?.body as Uint8Array)).toBe('{"MaxResults":100}')
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'Route53Resolver.ListResolverRules',
    authorization: expect.stringContaining(`/${region}/route53resolver/aws4_request`),
  })
  expect(outcome).toMatchObject({ ResolverRules: [{ Id: 'rule' }] })
})

test('calls a given endpoint instead', async () => {
  const { request } = await exchange('us-east-1', 200, {}, 'http://127.0.0.1:4566')
  expect(request).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', port: 4566 })
})

test('errors have AWS’s code as their name, like those of the SDK’s packages', async () => {
  const { outcome } = await exchange('us-east-1', 400, {
    __type: 'com.amazonaws.route53resolver#AccessDeniedException',
    Message: 'User is not authorized',
  })
  expect(outcome).toBeInstanceOf(Error)
  expect(outcome).toMatchObject({
    name: 'AccessDeniedException',
    message: 'User is not authorized',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  })
})
