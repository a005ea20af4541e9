/** Converts account connections to the objects of the dashboard, with the number of scans and the last scan. */
import type { SessionAccount, SessionAccountDetails } from '../../contract/session/accounts.ts'
import { includesRole, type Role } from '../../contract/session/roles.ts'
import { withoutExternalId } from '../accounts/external-id.ts'
import { accountDetailsObject, accountObject } from '../api/account-object.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Store, Tenant } from '../store/store.ts'

export async function sessionAccountObjects(
  { scans, graphs }: Tenant,
  connections: readonly ConnectionRecord[],
): Promise<SessionAccount[]> {
  const kept = await scans.ofConnections(connections.map(({ id }) => id))
  const counts = await graphs.coverageCounts(kept.map(({ newest }) => newest.id))
  return connections.map((connection) => {
    const ofConnection = kept.find(({ connectionId }) => connectionId === connection.id)
    return {
      ...accountObject(connection),
      partition: connection.partition,
      imported: connection.importedFrom !== null,
      scanCount: ofConnection?.count ?? 0,
      lastScan: ofConnection === undefined ? null : lastScan(ofConnection.newest, counts),
    }
  })
}

export async function sessionAccountDetailsObject(
  store: Store,
  connection: ConnectionRecord,
  role: Role,
): Promise<SessionAccountDetails> {
  const [account] = await store.tenant(connection.organizationId, (tenant) =>
    sessionAccountObjects(tenant, [connection]),
  )
  if (account === undefined) throw new Error('One connection makes one object')
  const details = { ...account, ...accountDetailsObject(connection), nextStep: nextStep(connection) }
  if (includesRole(role, 'admin')) return details
  const { errorMessage, externalId } = connection
  return {
    ...details,
    externalId: null,
    errorMessage: errorMessage === null ? null : withoutExternalId(errorMessage, externalId),
  }
}

type Scans = Awaited<ReturnType<Tenant['scans']['ofConnections']>>
type Counts = Awaited<ReturnType<Tenant['graphs']['coverageCounts']>>

function lastScan({ id, region, status, createdAt, updatedAt }: Scans[number]['newest'], counts: Counts) {
  const typesOf = (wanted: Counts[number]['status']) =>
    counts.find((count) => count.scanId === id && count.status === wanted)?.types ?? 0
  return {
    id,
    region,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    coverage: {
      collected: typesOf('collected'),
      denied: typesOf('denied'),
      unavailable: typesOf('unavailable'),
      failed: typesOf('failed'),
    },
  }
}

function nextStep({ status, accountNumber, roleArn, importedFrom }: ConnectionRecord): string | null {
  if (importedFrom !== null) return "Its scans were imported from snapshots. It has no IAM role and can't be scanned."
  switch (status) {
    case 'connected':
      return null
    case 'pending':
      return `Create the IAM role ${roleArn} in the AWS account ${accountNumber}, then verify the connection.`
    case 'failed':
      return 'Fix the error. Surveyor then reconnects the account automatically within minutes. To check it immediately, verify the connection.'
    default:
      throw new Error(status satisfies never)
  }
}
