import { expect, test } from 'vitest'
import { ResponseError } from '../../cloud/responses/response-error.ts'
import { classifyFailure } from './classify-failure.ts'
import { failedOperation } from './failed-operation.ts'
import { CollectError } from './collect-error.ts'

const permissions = ['ec2:DescribeVpcs']

function providerError(name: string, message = '', httpStatusCode = 400): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode } })
}

const caller = 'User: arn:aws:sts::444455556666:assumed-role/SurveyorScan/x is not authorized to perform: '

test.each([
  ['because no identity-based policy allows the ec2:DescribeVpcs action', 'identity policy'],
  ['because no permissions boundary allows the ec2:DescribeVpcs action', 'permissions boundary'],
  ['because no session policy allows the ec2:DescribeVpcs action', 'session policy'],
  ['because no resource-based policy allows the ec2:DescribeVpcs action', 'resource policy'],
  ['because no service control policy allows the ec2:DescribeVpcs action', 'service control policy'],
  ['because no VPC endpoint policy allows the ec2:DescribeVpcs action', 'VPC endpoint policy'],
] as const)('a denied call has the policy type and the statement that allows it: %s', (because, by) => {
  const failure = classifyFailure(
    providerError('UnauthorizedOperation', `${caller}ec2:DescribeVpcs ${because}`, 403),
    permissions,
  )
  expect(failure).toMatchObject({
    status: 'denied',
    action: 'ec2:DescribeVpcs',
    deniedBy: by,
    statement: { Effect: 'Allow', Action: ['ec2:DescribeVpcs'], Resource: '*' },
  })
})

test('offers no policy statement for an explicit deny, since none has an effect', () => {
  const message = `${caller}ec2:DescribeVpcs with an explicit deny in a service control policy`
  const failure = classifyFailure(providerError('UnauthorizedOperation', message, 403), permissions)
  expect(failure).toMatchObject({ status: 'denied', deniedBy: 'service control policy', statement: null })
  expect(failure.reason).toContain('explicit deny')
})

test('a denial that names no action falls back to the declared ones', () => {
  const failure = classifyFailure(providerError('AccessDenied', 'Access Denied', 403), ['s3:ListAllMyBuckets'])
  expect(failure).toMatchObject({ status: 'denied', action: 's3:ListAllMyBuckets', deniedBy: null })
})

test('reports the action that the message names as denied', () => {
  const message = `${caller}elasticloadbalancing:DescribeTags because no identity-based policy allows it`
  const failure = classifyFailure(providerError('AccessDenied', message, 403), [
    'elasticloadbalancing:DescribeLoadBalancers',
    'elasticloadbalancing:DescribeTags',
  ])
  expect(failure.action).toBe('elasticloadbalancing:DescribeTags')
})

test.each(['AuthFailure', 'UnrecognizedClientException', 'InvalidClientTokenId', 'OptInRequired'])(
  '%s means that region or service is not enabled',
  (code) => expect(classifyFailure(providerError(code), permissions).status).toBe('unavailable'),
)

test.each([
  ['UnsupportedOperation', 'The functionality you requested is not available in this region.'],
  ['InvalidAction', 'The action DescribeTransitGatewayAttachments is not valid for this web service.'],
  ['UnknownOperationException', 'The requested operation is not supported in the called region.'],
  ['UnknownError', 'The requested operation is not supported in the called region.'],
  ['ValidationException', 'This operation is not supported in this region'],
  ['AccessDeniedException', 'The service is not yet available in this AWS Region.'],
  ['AccessDeniedException', 'Account 111122223333 is not authorized to invoke this API operation.'],
  ['NotSignedUp', 'Your account is not signed up for the S3 service.'],
])('an operation that the region does not have is not a failure: %s %s', (code, message) =>
  expect(classifyFailure(providerError(code, message), permissions)).toMatchObject({
    status: 'unavailable',
    statement: null,
  }),
)

test.each(['ClientException', 'UnauthorizedException', 'Forbidden'])('the code %s is a denial too', (code) =>
  expect(
    classifyFailure(providerError(code, `${caller}ec2:DescribeVpcs on resource: *`, 403), permissions),
  ).toMatchObject({
    status: 'denied',
    action: 'ec2:DescribeVpcs',
  }),
)

test.each([
  ['because no identity-based policy allows the ec2:DescribeVpcs action', false],
  ['because no permissions boundary allows the ec2:DescribeVpcs action', true],
  ['because no service control policy allows the ec2:DescribeVpcs action', true],
])('the reason names the policy that needs the statement: %s', (because, elsewhere) => {
  const { reason } = classifyFailure(providerError('AccessDenied', `${caller}ec2:DescribeVpcs ${because}`), permissions)
  expect(reason.includes("the role's own policy can't override it")).toBe(elsewhere)
})

test('a denial by Lake Formation recommends a grant there, not an IAM policy', () => {
  const message = 'Insufficient Lake Formation permission(s): Required Describe on orders'
  expect(classifyFailure(providerError('AccessDeniedException', message), ['glue:GetDatabases'])).toEqual({
    status: 'denied',
    reason: expect.stringMatching(/^Lake Formation denied glue:GetDatabases\. Grant the role DESCRIBE/) as string,
    action: 'glue:GetDatabases',
    deniedBy: null,
    statement: null,
  })
})

test('names the failed operation if it is not the list operation', () => {
  const error = providerError('InternalServerError', '', 500)
  failedOperation.remember(error, { schema: [9, 'com.amazonaws.dynamodb', 'DescribeTable', {}, 0, 0] as never })
  const { reason } = classifyFailure(error, ['dynamodb:ListTables', 'dynamodb:DescribeTable'])
  expect(reason).toBe('AWS returned a server error for dynamodb:DescribeTable (InternalServerError).')
})

test('an unknown host name means that the service is not available in the region', () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  expect(classifyFailure(error, permissions).status).toBe('unavailable')
})

test.each([
  [providerError('RequestLimitExceeded', '', 503), 'AWS throttled ec2:DescribeVpcs on every attempt'],
  [providerError('TimeoutError'), 'did not respond to ec2:DescribeVpcs in time'],
  [providerError('InternalError', '', 500), 'server error'],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'could not be reached'],
  [new SyntaxError('Unexpected end of JSON input'), 'truncated or malformed'],
  [providerError('ExpiredToken'), 'expired'],
  [providerError('RequestTimeTooSkewed', '', 403), 'clock'],
  [providerError('RequestExpired', 'Request has expired.'), 'clock'],
  [providerError('InvalidSignatureException', 'Signature expired: 20261122T090000Z is now earlier than …'), 'clock'],
  [providerError('SignatureDoesNotMatch', 'Signature not yet current: 20261122T120000Z'), 'clock'],
  ['not even an error', 'See the service log'],
] as const)('%s fails the type with a reason', (error, words) => {
  const failure = classifyFailure(error, permissions)
  expect(failure.status).toBe('failed')
  expect(failure.reason).toContain(words)
})

test.each([
  [new ResponseError('DescribeVpcs', 'had no content'), 'The response of DescribeVpcs had no content.'],
  [
    new ResponseError('DescribeVpcs', 'was not available in this region', 503),
    'The response of DescribeVpcs was not available in this region.',
  ],
  [new CollectError('The list never ends.'), 'The list never ends.'],
  [new TypeError('a.map is not a function'), 'The response to ec2:DescribeVpcs has an unexpected format (TypeError).'],
  [new RangeError('Invalid array length'), 'The response to ec2:DescribeVpcs has an unexpected format (RangeError).'],
  [new Error('anything'), 'ec2:DescribeVpcs failed. See the service log for the reason.'],
  [providerError('UnknownError', 'UnknownError'), 'ec2:DescribeVpcs failed with status 400 and no error code.'],
  [
    Object.assign(new Error('no answer'), { name: 'UnknownError' }),
    'ec2:DescribeVpcs failed with status 0 and no error code.',
  ],
  [providerError('Unknown', 'UnknownError', 404), 'ec2:DescribeVpcs failed with status 404 and no error code.'],
  [providerError('Unknown', 'UnknownError', 502), 'AWS returned a server error for ec2:DescribeVpcs (status 502).'],
  [{}, 'ec2:DescribeVpcs failed. See the service log for the reason.'],
])('describes the problem instead of the error name: %s', (error, reason) => {
  expect(classifyFailure(error, ['ec2:DescribeVpcs'])).toEqual({
    status: 'failed',
    reason,
    action: null,
    deniedBy: null,
    statement: null,
  })
})

test('cuts overlong codes and messages', () => {
  const endless = 'x'.repeat(1_000_000)
  expect(classifyFailure(providerError(endless, endless), ['ec2:DescribeVpcs']).reason.length).toBeLessThan(200)
  const refusal = providerError('AccessDenied', `not authorized to perform: ec2:${endless}`, 403)
  const { reason, action } = classifyFailure(refusal, ['ec2:DescribeVpcs'])
  expect(reason.length).toBeLessThan(1_200)
  expect(action?.length).toBeLessThan(1_001)
})
