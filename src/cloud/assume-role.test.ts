import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { roleAssumer } from './assume-role.ts'
import type { CloudSettings } from './cloud-settings.ts'

const externalId = 'svy-right'
let cloud: SimulatedCloud
let roleArn: string

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  roleArn = cloud.accounts[0]?.roleArn ?? ''
  cloud.setRole({ roleArn, externalId })
  return () => cloud.close()
})

afterEach(() => cloud.setFaults({}))

function assumer(settings: CloudSettings = testCloudSettings(cloud)) {
  const roles = roleAssumer(settings)
  onTestFinished(() => {
    roles.close()
    settings.requestHandler.close()
  })
  return roles
}

function sessionRequest(overrides: { externalId?: string | null; sourceIdentity?: string | null } = {}) {
  return { roleArn, externalId, sessionName: 'surveyor-test', sourceIdentity: 'organization', ...overrides }
}

test('the right external ID returns credentials with their expiry', async () => {
  const outcome = await assumer().assume(sessionRequest())
  expect(outcome).toEqual({
    kind: 'assumed',
    credentials: {
      accessKeyId: expect.any(String),
      secretAccessKey: expect.any(String),
      sessionToken: expect.any(String),
      expiration: expect.any(Date),
    },
  })
})

test.each([null, 'svy-wrong'])(
  'external ID %s is denied, and the message names everything that the trust policy needs',
  async (wrong) => {
    const outcome = await assumer().assume(sessionRequest({ externalId: wrong }))
    expect(outcome).toEqual({
      kind: 'denied',
      message: expect.stringMatching(
        /not authorized to perform: sts:AssumeRole.*external ID.*also allows sts:SetSourceIdentity/,
      ),
    })
  },
)

test('a trust policy without sts:SetSourceIdentity is denied with a source identity, and only then', async () => {
  cloud.setRole({ roleArn, externalId, allowSourceIdentity: false })
  onTestFinished(() => cloud.setRole({ roleArn, externalId }))
  const roles = assumer()
  expect(await roles.assume(sessionRequest())).toMatchObject({ kind: 'denied' })
  expect(await roles.assume(sessionRequest({ sourceIdentity: null }))).toMatchObject({ kind: 'assumed' })
})

test('reports throttling that outlasts the retries', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'throttle' }] })
  expect(await assumer().assume(sessionRequest())).toMatchObject({ kind: 'throttled' })
})

test.each(['reset', 'truncate', 'html', 'unavailable', 'internal-error'] as const)(
  'STS counts as unreachable for responses with %s',
  async (effect) => {
    cloud.setFaults({ rules: [{ service: 'sts', effect }] })
    const outcome = await assumer().assume(sessionRequest())
    expect(outcome).toEqual({ kind: 'unreachable', message: expect.stringContaining(cloud.endpoint) })
  },
)

test('one fault is retried', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'reset', times: 1 }] })
  expect(await assumer().assume(sessionRequest())).toMatchObject({ kind: 'assumed' })
})

test('STS counts as unreachable for a refused connection', async () => {
  const settings = testCloudSettings({ ...cloud, endpoint: 'http://127.0.0.1:9' })
  const outcome = await assumer(settings).assume(sessionRequest())
  expect(outcome).toEqual({ kind: 'unreachable', message: expect.stringContaining('ECONNREFUSED') })
})

test('reports invalid service credentials without quoting them', async () => {
  const settings = testCloudSettings({ ...cloud, secretAccessKey: 'not-the-secret' })
  const outcome = await assumer(settings).assume(sessionRequest())
  expect(outcome).toMatchObject({ kind: 'own credentials', message: expect.stringContaining('SignatureDoesNotMatch') })
  expect(JSON.stringify(outcome)).not.toContain('not-the-secret')
  expect(JSON.stringify(outcome)).not.toContain(cloud.accessKeyId)
})

test('an unknown access key is a failure of the service credentials', async () => {
  const settings = testCloudSettings({ ...cloud, accessKeyId: 'AKIAUNKNOWN000000000' })
  expect(await assumer(settings).assume(sessionRequest())).toMatchObject({ kind: 'own credentials' })
})

test('missing service credentials: the message explains how to configure them for the partition', async () => {
  const none = Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' })
  const settings: CloudSettings = { ...testCloudSettings(cloud), credentials: () => () => Promise.reject(none) }
  const roles = assumer(settings)
  expect(await roles.assume(sessionRequest())).toMatchObject({
    kind: 'own credentials',
    message: expect.stringContaining('AWS_ACCESS_KEY_ID'),
  })
  expect(
    await roles.assume({ ...sessionRequest(), roleArn: 'arn:aws-cn:iam::123456789012:role/SurveyorScan' }),
  ).toMatchObject({ kind: 'own credentials', message: expect.stringContaining('AWS_PROFILE_AWS_CN') })
})

test('a partition without a home region is a failure, not an exception', async () => {
  const settings: CloudSettings = {
    ...testCloudSettings(cloud),
    homeRegion: () => {
      throw new Error('Set AWS_REGION to a region of the partition.')
    },
  }
  expect(await assumer(settings).assume(sessionRequest())).toEqual({
    kind: 'other',
    message: 'Set AWS_REGION to a region of the partition.',
  })
})

test('an expired session of the service is a failure of the service credentials', async () => {
  const endpoint = await listen((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/xml' })
    response.end(
      '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>ExpiredToken</Code>' +
        '<Message>The security token included in the request is expired</Message></Error></ErrorResponse>',
    )
  })
  const outcome = await assumer(testCloudSettings({ ...cloud, endpoint })).assume(sessionRequest())
  expect(outcome).toMatchObject({ kind: 'own credentials', message: expect.stringContaining('expired') })
})

const stsRefusal = (code: string, message: string) =>
  '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>' +
  `<Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

test.each([
  ['SignatureDoesNotMatch', 'Signature expired: 20261122T090000Z is now earlier than 20261122T094500Z'],
  ['SignatureDoesNotMatch', 'Signature not yet current: 20261122T120000Z is still later than 20261122T101500Z'],
  ['InvalidSignatureException', 'Signature expired: 20261122T090000Z is now earlier than 20261122T094500Z'],
  ['RequestExpired', 'Request has expired'],
  ['RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.'],
])('a wrong time is reported as a clock problem, not as one of credentials or role: %s', async (code, message) => {
  const endpoint = await listen((_request, response) => {
    // Like behind a proxy that removes the server's time, so that the clock can't be corrected.
    response.sendDate = false
    response.writeHead(403, { 'content-type': 'text/xml' })
    response.end(stsRefusal(code, message))
  })
  const outcome = await assumer(testCloudSettings({ ...cloud, endpoint })).assume(sessionRequest())
  expect(outcome).toEqual({ kind: 'clock', message: expect.stringContaining(`(${code}). The clock of this machine`) })
  expect(outcome).toEqual({ kind: 'clock', message: expect.not.stringMatching(/credential|role|access key/i) })
})

test('distinguishes a region without STS', async () => {
  const endpoint = await listen((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/xml' })
    response.end(
      '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>' +
        '<Code>RegionDisabledException</Code><Message>STS is not activated in this region</Message></Error></ErrorResponse>',
    )
  })
  const outcome = await assumer(testCloudSettings({ ...cloud, endpoint })).assume(sessionRequest())
  expect(outcome).toMatchObject({ kind: 'region disabled' })
})

test('never quotes a response that was truncated within credentials', async () => {
  const endpoint = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/xml' })
    response.end(
      '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>' +
        '<SecretAccessKey>half-a-secret',
    )
  })
  const outcome = await assumer(testCloudSettings({ ...cloud, endpoint })).assume(sessionRequest())
  expect(outcome).toMatchObject({ kind: 'unreachable' })
  expect(JSON.stringify(outcome)).not.toContain('half-a-secret')
})

test.each([
  [403, '<!doctype html><html><head><title>Sign in</title></head><body><p>Sign in<br></body></html>'],
  [403, '<html><body>Forbidden</body></html>'],
  [404, ''],
  [301, '<html><body>Moved</body></html>'],
])('STS counts as unreachable for a page with status %i that is not from STS (%j)', async (status, page) => {
  const endpoint = await listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end(page)
  })
  const outcome = await assumer(testCloudSettings({ ...cloud, endpoint })).assume(sessionRequest())
  expect(outcome).toMatchObject({ kind: 'unreachable', message: expect.stringContaining(`${status}`) })
})

test.each([
  '',
  '{}',
  '<AssumeRoleResponse/>',
  '<AssumeRoleResponse><AssumeRoleResult/></AssumeRoleResponse>',
  '<Unknown><AssumeRoleResult><Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>b</SecretAccessKey>' +
    '<SessionToken>c</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></Unknown>',
])('STS counts as unreachable for a response with status 200 that is not from STS: %j', async (body) => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'body', body }] })
  expect(await assumer().assume(sessionRequest())).toEqual({
    kind: 'unreachable',
    message: expect.stringContaining("isn't from STS"),
  })
  await expect(assumer().callerArn('aws')).rejects.toThrow(/isn't from STS/)
})

test('an aborted call rejects with the reason of its signal', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'hang' }] })
  const reason = new Error('no longer wanted')
  const stop = new AbortController()
  const outcome = assumer().assume({ ...sessionRequest(), signal: stop.signal })
  setTimeout(() => stop.abort(reason), 50)
  await expect(outcome).rejects.toBe(reason)
})

test('returns the caller identity from STS, or an error for users', async () => {
  const roles = assumer()
  expect(await roles.callerArn('aws')).toBe(cloud.caller.arn)
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'html' }] })
  await expect(roles.callerArn('aws')).rejects.toThrow(/isn't from STS/)
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
