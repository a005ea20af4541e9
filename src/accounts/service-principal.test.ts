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

test('uses a configured principal in its partition, without an STS call', async () => {
  const before = cloud.calls.length
  expect(await findServicePrincipal(roles, { configured, partition: 'aws', signal })).toBe(configured)
  expect(cloud.calls.length).toBe(before)
})

test.each([
  ['none is configured', null],
  ['the configured one is of another partition', 'arn:aws-cn:iam::111122223333:role/surveyor'],
])('STS returns it if %s', async (_, elsewhere) => {
  const caller = await roles.callerArn('aws')
  expect(caller).toMatch(/^arn:aws:iam::\d{12}:/)
  expect(await findServicePrincipal(roles, { configured: elsewhere, partition: 'aws', signal })).toBe(caller)
})

test('if STS fails, the error has the setting to configure and the reason', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'html' }] })
  const unknown = findServicePrincipal(roles, { configured: null, partition: 'aws', signal })
  await expect(unknown).rejects.toMatchObject({
    name: 'PrincipalUnknownError',
    message: expect.stringMatching(
      /^The principal that the IAM role must trust is unknown\. Set SURVEYOR_PRINCIPAL_ARN to the service's IAM role in the partition aws\. (?!STS timed out).*STS/,
    ),
    cause: expect.any(Error),
  })
})

test('the caller can abort it, and gets the reason of its signal', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'hang' }] })
  const stop = new AbortController()
  const found = findServicePrincipal(roles, { configured: null, partition: 'aws', signal: stop.signal })
  const reason = new Error('stopped')
  stop.abort(reason)
  await expect(found).rejects.toBe(reason)
})
