/** Queries which snapshots were imported, so that the same one isn't imported twice. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

export type ImportedSnapshots = {
  /** Until the transaction has ended, no other one can import a snapshot of this account by this key. */
  lock(signedBy: string, accountNumber: string): Promise<void>
  /** `digest`: in hexadecimal. Returns the ID of its scan, or `null` if it wasn't imported, or the scan was deleted. */
  scanOf(digest: string): Promise<string | null>
  insert(snapshot: { readonly digest: string; readonly scanId: string; readonly signedBy: string }): Promise<void>
  /** Whether this organization has connections with snapshots that this key signed. */
  hasImportedFrom(signedBy: string): Promise<boolean>
}

export function importedSnapshotQueries(transaction: DatabaseTransaction, organizationId: string): ImportedSnapshots {
  return {
    async lock(signedBy, accountNumber) {
      const name = `${organizationId} imported ${signedBy} ${accountNumber}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
    },

    async scanOf(digest) {
      const row = await transaction
        .selectFrom('imported_snapshots')
        .select('scan_id as scanId')
        .where('organization_id', '=', organizationId)
        .where('digest', '=', Buffer.from(digest, 'hex'))
        .executeTakeFirst()
      return row?.scanId ?? null
    },

    async insert({ digest, scanId, signedBy }) {
      await transaction
        .insertInto('imported_snapshots')
        .values({
          organization_id: organizationId,
          digest: Buffer.from(digest, 'hex'),
          scan_id: scanId,
          signed_by: signedBy,
        })
        .execute()
    },

    async hasImportedFrom(signedBy) {
      const row = await transaction
        .selectFrom('account_connections')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('imported_from', '=', signedBy)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
