/** Queries organizations, the tenants. Only operator commands create and list them. Deleted ones don't count. */
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { newId } from './new-id.ts'
import { isUuid } from './uuid.ts'

export type OrganizationRecord = {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export type Organizations = {
  /** Returns `null` if the name, or one that looks the same, is in use. */
  insert(name: string): Promise<OrganizationRecord | null>
  /** Finds by ID, or by the look of the name. */
  find(idOrName: string): Promise<OrganizationRecord | null>
  list(): Promise<readonly OrganizationRecord[]>
  /** The IDs of deleted organizations that still have data. */
  toBeEmptied(): Promise<readonly string[]>
}

const columns = ['id', 'name', 'created_at as createdAt'] as const

/** Runs as the owner. The runtime login only sees the organization of its transaction. */
export function organizationQueries(owner: Kysely<Database>): Organizations {
  const select = () => owner.selectFrom('organizations').select(columns).where('removed_at', 'is', null)

  return {
    async insert(name) {
      const row = await owner
        .insertInto('organizations')
        .values({ id: newId(), name })
        // Catches both constraints: on the name, and on its look.
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async find(idOrName) {
      const byName = await select()
        .where('name_look', '=', sql<string>`look_of(${idOrName})`)
        .orderBy(sql`name = ${idOrName}`, 'desc')
        .executeTakeFirst()
      if (byName !== undefined || !isUuid(idOrName)) return byName ?? null
      return (await select().where('id', '=', idOrName).executeTakeFirst()) ?? null
    },

    list: () => select().orderBy('name').execute(),

    async toBeEmptied() {
      const rows = await owner
        .selectFrom('organizations')
        .select('id')
        .where('removed_at', 'is not', null)
        .where('emptied_at', 'is', null)
        .orderBy('removed_at')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
