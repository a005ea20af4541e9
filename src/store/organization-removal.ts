/**
 * Deletes an organization. Access ends immediately. Its data is deleted in batches, since an account's scans may be
 * millions of rows. Its row and its audit log stay for the operator.
 */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import { scanFinishedChannel } from './scans.ts'

/** The deleted data of an organization. */
export type RemovedOrganization = {
  readonly name: string
  readonly accounts: number
  readonly scans: number
  readonly keys: number
  readonly members: number
}

export type OrganizationRemoval = {
  /**
   * After the transaction, the organization has no members, its API keys and invitations are invalid, and all its scans
   * have ended. Returns `null` if the organization doesn't exist or was deleted.
   */
  remove(): Promise<RemovedOrganization | null>
  /** Removes a limited part of a deleted organization's data. Returns false if none was left. */
  removeData(): Promise<boolean>
}

const scansAtOnce = 100
const rowsAtOnce = 5_000
/** Longer than any scan takes, because a scan that was still running may have stored more data. */
const emptyAfter = '1 day'

const deletedMessage = 'The organization was deleted.'

export function organizationRemovalQueries(
  transaction: DatabaseTransaction,
  organizationId: string,
): OrganizationRemoval {
  const deleteAll = async (table: 'memberships' | 'api_keys' | 'invitations') => {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  const countAll = async (table: 'account_connections' | 'scans') => {
    const { count } = await transaction
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  const endScans = async () => {
    await sql`
      with ended as (
        update scans set status = 'failed', error_message = ${deletedMessage}, updated_at = now(),
          progress = case when status = 'queued' then null else '{}'::jsonb end
        where organization_id = ${organizationId} and status in ('queued', 'scanning')
        returning id
      )
      select pg_notify(${scanFinishedChannel}, id::text) from ended
    `.execute(transaction)
  }

  /** Skips rows that another process is removing. */
  const deleteSome = async (table: string, key: string, most: number) => {
    const [from, column] = [sql.table(table), sql.ref(key)]
    const { numAffectedRows } = await sql`
      delete from ${from} where organization_id = ${organizationId} and ${column} in (
        select ${column} from ${from} where organization_id = ${organizationId} limit ${most} for update skip locked
      )
    `.execute(transaction)
    return Number(numAffectedRows)
  }

  return {
    async remove() {
      const removed = await transaction
        .updateTable('organizations')
        .set({ removed_at: sql`now()` })
        .where('id', '=', organizationId)
        .where('removed_at', 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (removed === undefined) return null
      // Comes first, so that a user who accepts an invitation now becomes a member before members are removed.
      await deleteAll('invitations')
      const members = await deleteAll('memberships')
      const keys = await deleteAll('api_keys')
      await transaction
        .updateTable('account_connections')
        .set({ status: 'failed', error_message: deletedMessage, updated_at: sql`now()` })
        .where('organization_id', '=', organizationId)
        .execute()
      await endScans()
      const [accounts, scans] = [await countAll('account_connections'), await countAll('scans')]
      return { name: removed.name, accounts, scans, keys, members }
    },

    async removeData() {
      const found =
        (await deleteSome('alert_events', 'id', rowsAtOnce)) ||
        (await deleteSome('alert_deliveries', 'id', rowsAtOnce)) ||
        (await deleteSome('alerts', 'id', rowsAtOnce)) ||
        (await deleteSome('scan_runs', 'id', scansAtOnce)) ||
        (await deleteSome('schedules', 'id', rowsAtOnce)) ||
        (await deleteSome('share_links', 'id', rowsAtOnce)) ||
        (await deleteSome('saved_views', 'id', rowsAtOnce)) ||
        // Before scans, because the scan of a baseline can't be deleted.
        (await deleteSome('baselines', 'id', rowsAtOnce)) ||
        (await deleteSome('scans', 'id', scansAtOnce)) ||
        (await deleteSome('diagram_contents', 'content_key', rowsAtOnce)) ||
        (await deleteSome('resource_chunks', 'chunk', rowsAtOnce)) ||
        (await deleteSome('resource_versions', 'version', rowsAtOnce)) ||
        (await deleteSome('account_connections', 'id', rowsAtOnce))
      if (found > 0) return true
      await transaction
        .updateTable('organizations')
        .set({ emptied_at: sql`now()` })
        .where('id', '=', organizationId)
        .where('removed_at', '<', sql<Date>`now() - ${emptyAfter}::interval`)
        .execute()
      return false
    },
  }
}
