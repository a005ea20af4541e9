/** Queries the settings of an organization. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import type { OrganizationRecord } from './organizations.ts'
import { isUniqueViolation } from './unique-violation.ts'

export type SettingsRecord = OrganizationRecord & {
  /** The retention of scans in days; `null` if unlimited. */
  readonly retentionDays: number | null
  /** Whether all members except owners have to use SSO. */
  readonly signOnRequired: boolean
}

export type OrganizationSettings = {
  read(): Promise<SettingsRecord>
  /** Returns false if another organization has the name or one that looks the same. */
  change(change: Partial<Pick<SettingsRecord, 'name' | 'retentionDays' | 'signOnRequired'>>): Promise<boolean>
}

export function organizationSettingsQueries(
  transaction: DatabaseTransaction,
  organizationId: string,
): OrganizationSettings {
  return {
    read: () =>
      transaction
        .selectFrom('organizations')
        .select([
          'id',
          'name',
          'created_at as createdAt',
          'retention_days as retentionDays',
          'sign_on_required as signOnRequired',
        ])
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow(),

    async change({ name, retentionDays, signOnRequired }) {
      if (name === undefined && retentionDays === undefined && signOnRequired === undefined) return true
      try {
        await transaction
          .updateTable('organizations')
          .set({
            ...(name !== undefined && { name, looks_alike: sql`looks_alike and name = ${name}` }),
            ...(retentionDays !== undefined && { retention_days: retentionDays }),
            ...(signOnRequired !== undefined && { sign_on_required: signOnRequired }),
          })
          .where('id', '=', organizationId)
          .execute()
        return true
      } catch (error) {
        // Names of other organizations can't be read here. Only the constraint detects a conflict.
        if (isUniqueViolation(error)) return false
        throw error
      }
    },
  }
}
