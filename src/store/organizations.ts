/** Organizations: the tenants. Only the operator's commands make and list them. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { isUuid } from './uuid.ts'

export type OrganizationRecord = {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export type Organizations = {
  /** `null` when the name is taken. */
  insert(name: string): Promise<OrganizationRecord | null>
  /** By id or by name. */
  find(idOrName: string): Promise<OrganizationRecord | null>
  list(): Promise<readonly OrganizationRecord[]>
}

const columns = ['id', 'name', 'created_at as createdAt'] as const

/** As the owner: the runtime login sees no organization but the one that its transaction is fenced to. */
export function organizationQueries(owner: Kysely<Database>): Organizations {
  return {
    async insert(name) {
      const row = await owner
        .insertInto('organizations')
        .values({ id: randomUUID(), name })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async find(idOrName) {
      const byName = await owner
        .selectFrom('organizations')
        .select(columns)
        .where('name', '=', idOrName)
        .executeTakeFirst()
      if (byName !== undefined || !isUuid(idOrName)) return byName ?? null
      const byId = await owner.selectFrom('organizations').select(columns).where('id', '=', idOrName).executeTakeFirst()
      return byId ?? null
    },

    list: () => owner.selectFrom('organizations').select(columns).orderBy('name').execute(),
  }
}
