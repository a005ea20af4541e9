import type { HttpRequest } from '@smithy/types'
import { expect, test } from 'vitest'
import { GetPublicAccessBlockCommand, S3ControlClient } from './s3control.ts'

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' }

/** Returns the request of a call, and the result of a response. */
async function exchange(region: string, status: number, body: string, endpoint?: string) {
  const sent: HttpRequest[] = []
  const client = new S3ControlClient({
    region,
    credentials,
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint }),
    requestHandler: {
      async handle(request: HttpRequest) {
        sent.push(request)
        return { response: { statusCode: status, headers: {}, body: new Blob([body]).stream() } }
      },
    },
  })
  const command = new GetPublicAccessBlockCommand({ AccountId: '444455556666' })
  const outcome = await client.send(command).catch((error: unknown) => error)
  return { request: sent[0], outcome }
}

const answer = `<?xml version="1.0"?><PublicAccessBlockConfiguration>
  <IgnorePublicAcls>true</IgnorePublicAcls><RestrictPublicBuckets>false</RestrictPublicBuckets>
</PublicAccessBlockConfiguration>`

test.for([
  ['us-east-1', '444455556666.s3-control.us-east-1.amazonaws.com'],
  ['cn-north-1', '444455556666.s3-control.cn-north-1.amazonaws.com.cn'],
] as const)('in %s it calls %s for the account, and signs for S3', async ([region, host]) => {
  const { request, outcome } = await exchange(region, 200, answer)
  expect(request).toMatchObject({
    method: 'GET',
    protocol: 'https:',
    hostname: host,
    path: '/v20180820/configuration/publicAccessBlock',
  })
  expect(request?.headers).toMatchObject({
    'x-amz-account-id': '444455556666',
    authorization: expect.stringContaining(`/${region}/s3/aws4_request`),
  })
  expect(outcome).toMatchObject({
    PublicAccessBlockConfiguration: { IgnorePublicAcls: true, RestrictPublicBuckets: false },
  })
})

test('calls a given endpoint instead', async () => {
  const { request } = await exchange('us-east-1', 200, answer, 'http://127.0.0.1:4566')
  expect(request).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', port: 4566 })
})

test('errors have AWS’s code as their name', async () => {
  const code = 'NoSuchPublicAccessBlockConfiguration'
  const { outcome } = await exchange(
    'us-east-1',
    404,
    `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`,
  )
  expect(outcome).toMatchObject({ name: code, $metadata: { httpStatusCode: 404 } })
})
