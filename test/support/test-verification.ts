/** Verifies connections with the role of a simulated account. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type VerificationRequest, verifyConnection } from '../../src/accounts/verify-connection.ts'
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import type { CloudSettings } from '../../src/cloud/cloud-settings.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { testCloudSettings } from './test-cloud.ts'

export type TestVerification = {
  readonly cloud: SimulatedCloud
  readonly roleArn: string
  /** Doesn't wait unless requested. Closes `settings` when the test ends. */
  verify(
    request: Partial<VerificationRequest> & Pick<VerificationRequest, 'externalId'>,
    settings?: CloudSettings,
  ): ReturnType<typeof verifyConnection>
  close(): Promise<void>
}

export async function openTestVerification(): Promise<TestVerification> {
  const cloud = await startSimulatedCloud({ world: 'empty' })
  const roleArn = cloud.accounts[0]?.roleArn ?? ''
  return {
    cloud,
    roleArn,
    verify(request, settings = testCloudSettings(cloud)) {
      const roles = roleAssumer(settings)
      onTestFinished(() => {
        roles.close()
        settings.requestHandler.close()
      })
      const ids = { connectionId: randomUUID(), organizationId: randomUUID() }
      const { signal } = new AbortController()
      return verifyConnection({ ...ids, roleArn, allowOpenRole: false, waitSeconds: 0, signal, ...request }, roles)
    },
    close: () => cloud.close(),
  }
}
