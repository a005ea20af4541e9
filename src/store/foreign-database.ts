/** Rejects a database of another application or a newer Surveyor version before anything in it changes. */
import type { Client } from 'pg'

export async function refuseForeignDatabase(
  owner: Client,
  ours: {
    readonly migrations: readonly string[]
    readonly tables: readonly string[]
    readonly schemas: readonly string[]
  },
): Promise<void> {
  const { rows } = await owner.query<{ database: string; names: string[]; isMigrated: boolean }>(
    `select current_database() as database, to_regclass('public.kysely_migration') is not null as "isMigrated",
       array(select relname::text from pg_class
               where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and relname = any ($1)
             union all
             select 'schema ' || nspname from pg_namespace where nspname = any ($2)
             order by 1) as names`,
    [ours.tables, ours.schemas],
  )
  const [found] = rows
  if (found === undefined) return
  const { database, names, isMigrated } = found
  const applied = isMigrated ? await appliedMigrations(owner) : []
  const unknown = applied.filter((name) => !ours.migrations.includes(name))
  const [first] = ours.migrations
  if (first !== undefined && applied.includes(first)) {
    if (unknown.length === 0) return
    throw new Error(
      `The database ${database} was migrated by a newer version of Surveyor (${unknown.join(', ')}). Run that version.`,
    )
  }
  if (names.length === 0 && unknown.length === 0) return
  throw new Error(
    `The database ${database} of DATABASE_URL belongs to another application: it has ${[...names, ...unknown].slice(0, 5).join(', ')}. ` +
      'Nothing was changed. Create a database for Surveyor alone, and set DATABASE_URL to it.',
  )
}

async function appliedMigrations(owner: Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>('select name from public.kysely_migration order by name')
  return rows.map(({ name }) => name)
}
