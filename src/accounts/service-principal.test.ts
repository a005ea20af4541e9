import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { type RoleAssumer, roleAssumer } from '../cloud/assume-role.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { findServicePrincipal } from './service-principal.ts'

let cloud: SimulatedCloud
let roles: RoleAssumer
const { signal } = new AbortController()

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  const settings = testCloudSettings(cloud)
  roles = roleAssumer(settings)
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await cloud.close()
  }
})

beforeEach(() => cloud.setFaults({}))

const configured = 'arn:aws:iam::111122223333:role/surveyor'

test('a configured principal counts in its partition, and STS is not asked', async () => {
  const before = cloud.calls.length
  expect(await findServicePrincipal(roles, { configured, partition: 'aws', signal })).toBe(configured)
  expect(cloud.calls.length).toBe(before)
})

test.each([
  ['none is configured', null],
  ['the configured one is of another partition', 'arn:aws-cn:iam::111122223333:role/surveyor'],
])('STS tells it where %s', async (_, elsewhere) => {
  const caller = await roles.callerArn('aws')
  expect(caller).toMatch(/^arn:aws:iam::\d{12}:/)
  expect(await findServicePrincipal(roles, { configured: elsewhere, partition: 'aws', signal })).toBe(caller)
})

test('where STS does not tell it, the error says what to configure, and why STS did not', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'html' }] })
  const unknown = findServicePrincipal(roles, { configured: null, partition: 'aws', signal })
  await expect(unknown).rejects.toMatchObject({
    name: 'PrincipalUnknownError',
    message: expect.stringMatching(
      /^The principal that the IAM role must trust is unknown\. Set SURVEYOR_PRINCIPAL_ARN to the service's IAM role in the partition aws\. .*STS/,
    ),
    cause: expect.any(Error),
  })
})

test('who asks can stop it, and gets their own reason', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'hang' }] })
  const stop = new AbortController()
  const found = findServicePrincipal(roles, { configured: null, partition: 'aws', signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(found).rejects.toThrow('stopped')
})
