/** Organizations: the tenants. Only the operator's commands make and list them. Those that were removed are none any more. */
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
  /** `null` when the name is taken, or one that looks the same. */
  insert(name: string): Promise<OrganizationRecord | null>
  /** By id, or by how the name looks. */
  find(idOrName: string): Promise<OrganizationRecord | null>
  list(): Promise<readonly OrganizationRecord[]>
  /** The ids of those that were removed and still have data. */
  toBeEmptied(): Promise<readonly string[]>
}

const columns = ['id', 'name', 'created_at as createdAt'] as const

/** As the owner: the runtime login sees no organization but the one that its transaction is fenced to. */
export function organizationQueries(owner: Kysely<Database>): Organizations {
  const select = () => owner.selectFrom('organizations').select(columns).where('removed_at', 'is', null)

  return {
    async insert(name) {
      const row = await owner
        .insertInto('organizations')
        .values({ id: newId(), name })
        // Whichever tells: of the name itself, or of how it looks.
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
