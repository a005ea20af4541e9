/** Creates an organization with a connected account in its own store. */
import type { ConnectionStatus } from '../../src/store/connection-status.ts'
import type { Tenant } from '../../src/store/store.ts'
import { createTestStore, type TestStore } from './test-store.ts'

export type TestTenant = TestStore & {
  readonly organizationId: string
  readonly connectionId: string
  /** Runs work in a transaction of the organization. */
  tenant<Result>(work: (tenant: Tenant) => Promise<Result>): Promise<Result>
  /** Of a connection (default: its first one), whatever its status is. */
  setStatus(status: ConnectionStatus, connectionId?: string): Promise<void>
}

export async function createTestTenant(): Promise<TestTenant> {
  const testStore = await createTestStore()
  const organizationId = (await testStore.store.organizations.insert('organization'))?.id ?? ''
  const tenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => testStore.store.tenant(organizationId, work)
  const connection = await tenant(({ accounts }) =>
    accounts.insert({
      alias: 'production',
      accountNumber: '123456789012',
      partition: 'aws',
      roleArn: 'arn:aws:iam::123456789012:role/surveyor',
      externalId: 'external',
    }),
  )
  const firstId = connection?.id ?? ''
  return {
    ...testStore,
    organizationId,
    connectionId: firstId,
    tenant,
    setStatus: (status, connectionId = firstId) =>
      tenant(async ({ accounts }) => {
        const before = (await accounts.find(connectionId))?.status ?? 'pending'
        const errorMessage = status === 'failed' ? 'It was refused.' : null
        if (before !== status) await accounts.update(connectionId, before, { status, errorMessage })
      }),
  }
}
