/** Queries account connections: the cross-account roles of an organization. */
import { sql } from 'kysely'
import { appendAlertEvent } from './alert-events.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import { isUniqueViolation } from './unique-violation.ts'
import { isUuid } from './uuid.ts'
import type { ConnectionStatus } from './connection-status.ts'

export type ConnectionRecord = {
  readonly id: string
  readonly organizationId: string
  readonly alias: string
  readonly accountNumber: string
  /** `aws`, `aws-cn`, `aws-us-gov`, and so on, from the role's ARN. */
  readonly partition: string
  readonly status: ConnectionStatus
  readonly roleArn: string
  readonly externalId: string
  readonly errorMessage: string | null
  /** Set if the operator exempted the connection from the check that the role requires the external ID. */
  readonly openRoleAllowed: boolean
  /** The number of consecutive refusals of its role by STS. */
  readonly roleRefusals: number
  /**
   * The fingerprint of the key that signed its snapshots. `null` unless its scans were imported. It has no IAM role then.
   */
  readonly importedFrom: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewConnection = Pick<ConnectionRecord, 'alias' | 'accountNumber' | 'partition' | 'roleArn' | 'externalId'>

export type ConnectionChange = {
  readonly status: ConnectionStatus
  readonly errorMessage: string | null
  readonly roleArn?: string
  readonly openRoleAllowed?: boolean
}

/** The expected current state of a connection. */
export type ExpectedConnection = Pick<ConnectionRecord, 'status' | 'roleArn'>

/** A connection that a process has claimed for a check of its role. */
export type ClaimedConnection = { readonly organizationId: string; readonly connectionId: string }

export type AccountConnections = {
  /** Returns `null` if the organization already uses the alias or one that looks the same. */
  insert(connection: NewConnection): Promise<ConnectionRecord | null>
  /** Like `insert`, for scans of snapshots. */
  insertImported(
    connection: Pick<ConnectionRecord, 'alias' | 'accountNumber' | 'partition'> & { readonly importedFrom: string },
  ): Promise<ConnectionRecord | null>
  /** Finds the connection of snapshots of this account that this key signed. */
  findImported(accountNumber: string, importedFrom: string): Promise<ConnectionRecord | null>
  find(id: string): Promise<ConnectionRecord | null>
  /** Like `find`. The connection can't be removed before this transaction has ended. */
  hold(id: string): Promise<ConnectionRecord | null>
  list(page: PageRequest): Promise<Page<ConnectionRecord>>
  /**
   * Applies the change only if the status, and the role if given, still match `expected`; otherwise returns `null`.
   * Resets the count of refusals unless the connection is `failed`. connected → failed notifies alerts.
   */
  update(
    id: string,
    expected: ConnectionStatus | ExpectedConnection,
    change: ConnectionChange,
  ): Promise<ConnectionRecord | null>
  /**
   * Counts a refusal. Returns the number of consecutive refusals of this role by STS, or `null` if the connection no
   * longer uses it. `before`: the count when the attempt began. Concurrent attempts count as one.
   */
  countRefusal(id: string, roleArn: string, before: number): Promise<number | null>
  /** Resets the count of refusals after the role was assumed. */
  forgetRefusals(id: string, roleArn: string): Promise<void>
  /**
   * Whether the caller should check a failed connection now. False if it was checked or claimed less than
   * `pauseSeconds` ago.
   */
  claimCheck(id: string, pauseSeconds: number): Promise<boolean>
  /** Renames the connection. Returns false if the organization already uses the alias or one that looks the same. */
  rename(id: string, alias: string): Promise<boolean>
  /**
   * Removes the connection with all its scans, diagrams, baselines, schedules, scan runs, saved views, and their share
   * links. Returns the number of scans, or `null` while one is queued or scanning.
   */
  remove(id: string): Promise<number | null>
}

const columns = [
  'id',
  'organization_id as organizationId',
  'alias',
  'account_number as accountNumber',
  'partition',
  'status',
  'role_arn as roleArn',
  'external_id as externalId',
  'error_message as errorMessage',
  'open_role_allowed as openRoleAllowed',
  'role_refusals as roleRefusals',
  'imported_from as importedFrom',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function accountConnectionQueries(transaction: DatabaseTransaction, organizationId: string): AccountConnections {
  const select = () =>
    transaction.selectFrom('account_connections').select(columns).where('organization_id', '=', organizationId)

  return {
    async insert({ alias, accountNumber, partition, roleArn, externalId }) {
      const row = await transaction
        .insertInto('account_connections')
        .values({
          organization_id: organizationId,
          id: newId(),
          alias,
          account_number: accountNumber,
          partition,
          role_arn: roleArn,
          external_id: externalId,
        })
        // Catches both constraints: on the alias, and on its look.
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async insertImported({ alias, accountNumber, partition, importedFrom }) {
      const row = await transaction
        .insertInto('account_connections')
        .values({
          organization_id: organizationId,
          id: newId(),
          alias,
          account_number: accountNumber,
          partition,
          role_arn: '',
          external_id: '',
          imported_from: importedFrom,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async findImported(accountNumber, importedFrom) {
      const row = await select()
        .where('account_number', '=', accountNumber)
        .where('imported_from', '=', importedFrom)
        .executeTakeFirst()
      return row ?? null
    },

    async find(id) {
      if (!isUuid(id)) return null
      return (await select().where('id', '=', id).executeTakeFirst()) ?? null
    },

    async hold(id) {
      return (await select().where('id', '=', id).forKeyShare().executeTakeFirst()) ?? null
    },

    list: (page) => readPage(select(), page),

    async update(id, expected, { status, errorMessage, roleArn, openRoleAllowed }) {
      const from = typeof expected === 'string' ? { status: expected } : expected
      const query = transaction
        .updateTable('account_connections')
        .set({
          status,
          ...(status !== 'failed' && { role_refusals: 0 }),
          error_message: errorMessage,
          updated_at: sql`now()`,
          ...(roleArn !== undefined && { role_arn: roleArn }),
          ...(openRoleAllowed !== undefined && { open_role_allowed: openRoleAllowed }),
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', from.status)
      const row = await ('roleArn' in from ? query.where('role_arn', '=', from.roleArn) : query)
        .returning(columns)
        .executeTakeFirst()
      if (row === undefined) return null
      // A connection that never worked fails while a user sets it up, and needs no alert.
      const kind =
        from.status === 'connected' && status === 'failed'
          ? 'connection.failed'
          : from.status === 'failed' && status === 'connected'
            ? 'connection.restored'
            : null
      if (kind !== null) {
        await appendAlertEvent(transaction, organizationId, {
          kind,
          connectionId: id,
          subjectId: id,
          reason: errorMessage,
        })
      }
      return row
    },

    async countRefusal(id, roleArn, before) {
      const row = await transaction
        .updateTable('account_connections')
        .set({ role_refusals: sql`greatest(role_refusals, least(role_refusals, ${before}::integer) + 1)` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'connected')
        .where('role_arn', '=', roleArn)
        .returning('role_refusals as refusals')
        .executeTakeFirst()
      return row?.refusals ?? null
    },

    async forgetRefusals(id, roleArn) {
      await transaction
        .updateTable('account_connections')
        .set({ role_refusals: 0 })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'connected')
        .where('role_arn', '=', roleArn)
        .where('role_refusals', '>', 0)
        .execute()
    },

    async claimCheck(id, pauseSeconds) {
      const { numUpdatedRows } = await transaction
        .updateTable('account_connections')
        .set({ checked_at: sql`now()` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', '=', 'failed')
        .where(sql<boolean>`(checked_at is null or checked_at < now() - make_interval(secs => ${pauseSeconds}))`)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async rename(id, alias) {
      await sql`savepoint renaming`.execute(transaction)
      try {
        await transaction
          .updateTable('account_connections')
          .set({ alias, looks_alike: sql`looks_alike and alias = ${alias}`, updated_at: sql`now()` })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .execute()
        return true
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        await sql`rollback to savepoint renaming`.execute(transaction)
        return false
      }
    },

    async remove(id) {
      // Locked first, so that no new scan of it can be created.
      await select().where('id', '=', id).forUpdate().execute()
      const { running } = await transaction
        .selectFrom('scans')
        .select(({ fn }) => fn.countAll<string>().as('running'))
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', id)
        .where('status', 'in', ['queued', 'scanning'])
        .executeTakeFirstOrThrow()
      if (running !== '0') return null
      for (const table of ['scan_runs', 'schedules'] as const) {
        await transaction
          .deleteFrom(table)
          .where('organization_id', '=', organizationId)
          .where('connection_id', '=', id)
          .execute()
      }
      // Before scans, because the scan of a baseline can't be deleted.
      await transaction
        .deleteFrom('baselines')
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', id)
        .execute()
      const { numDeletedRows } = await transaction
        .deleteFrom('scans')
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', id)
        .executeTakeFirst()
      await transaction
        .deleteFrom('account_connections')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
      return Number(numDeletedRows)
    },
  }
}
