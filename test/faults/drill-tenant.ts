/** Creates a connected account, a key, and a diagram for a drill while the service runs. */
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import { readConfiguration } from '../../src/configuration.ts'
import { prepareDemoTenant } from '../../src/demo/demo-tenant.ts'
import { openDatabase } from '../../src/composition/open-database.ts'
import type { SimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { Environment } from '../support/surveyor-process.ts'
import { testCloudSettings } from '../support/test-cloud.ts'
import type { LoadTarget } from './constant-load.ts'

export async function connectAccount(
  environment: Environment,
  cloud: SimulatedCloud,
  baseUrls: readonly string[],
): Promise<LoadTarget> {
  const settings = testCloudSettings(cloud)
  const database = await openDatabase(readConfiguration(environment), () => undefined)
  const [account] = cloud.accounts
  if (account === undefined) throw new Error('The world has no account')
  const roles = roleAssumer(settings)
  try {
    const { key, connection } = await prepareDemoTenant({
      store: database.store,
      roles,
      account,
      trust: (role) => cloud.setRole(role),
      signal: AbortSignal.timeout(300_000),
    })
    return { baseUrls, key, connectionId: connection.id }
  } finally {
    roles.close()
    settings.requestHandler.close()
    await database.close()
  }
}

/** Scans once, to have a diagram. */
export async function scanForPicture({ baseUrls, key, connectionId }: LoadTarget): Promise<string> {
  const call = async <Data>(path: string, init: RequestInit = {}): Promise<Data> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrls[0]}${path}`, { ...init, headers })
    return ((await response.json()) as { data: Data }).data
  }
  const body = JSON.stringify({ cloudAccountId: connectionId, region: 'us-east-1' })
  const scan = await call<{ id: string }>('/api/scans', { method: 'POST', body })
  const listed = await call<{ diagrams: readonly { id: string }[] }>(`/api/diagrams?scanId=${scan.id}`)
  return listed.diagrams[0]?.id ?? ''
}
