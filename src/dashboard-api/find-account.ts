/** Finds an account connection of the caller's organization. */
import { notFound } from '../http/api-error.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Store } from '../store/store.ts'

/** Throws `NOT_FOUND`, also for another organization's connection. */
export async function findAccount(store: Store, organizationId: string, id: string): Promise<ConnectionRecord> {
  const connection = await store.tenant(organizationId, ({ accounts }) => accounts.find(id))
  if (connection === null) throw notFound('The account connection')
  return connection
}
