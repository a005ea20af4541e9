import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-store.ts'
import * as first from './0001-first-tables.ts'
import * as second from './0002-resource-versions.ts'
import * as third from './0003-diagram-contents.ts'
import * as fourth from './0004-partial-resources.ts'
import * as fifth from './0005-people.ts'
import * as sixth from './0006-diagram-pages.ts'
import * as seventh from './0007-removed-organizations.ts'
import * as eighth from './0008-required-sign-on.ts'
import * as migration from './0011-issuers-and-names.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: Pool
let kysely: Kysely<unknown>

beforeAll(async () => {
  database = await createTestDatabase()
  // A single connection, so that all statements share the organization of the session.
  pool = new Pool({ connectionString: database.ownerUrl, max: 1 })
  kysely = new Kysely({ dialect: new PostgresDialect({ pool }) })
  for (const { up } of [first, second, third, fourth, fifth, sixth, seventh, eighth]) await up(kysely)
})
afterAll(async () => {
  await kysely.destroy()
  await database.drop()
})

test('keeps existing rows: names that look alike, and users without a stored issuer', async () => {
  const [organization, removed, twin, user] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const insertOrganization = (id: string, name: string, more = 'null, null') =>
    pool.query(`insert into organizations (id, name, removed_at, emptied_at) values ('${id}', $1, ${more})`, [name])
  await insertOrganization(removed, 'Acme', 'now(), now()')
  await insertOrganization(organization, 'Acme')
  await insertOrganization(twin, 'Ac\u200bme')
  const insertAccount = (alias: string, age: string) =>
    pool.query(
      `insert into account_connections
         (organization_id, id, alias, account_number, partition, role_arn, external_id, created_at)
       values ($1, gen_random_uuid(), $2, '123456789012', 'aws', 'arn', 'external', now() - $3::interval)`,
      [organization, alias, age],
    )
  await pool.query(`select set_config('app.organization', $1, false)`, [organization])
  await insertAccount('pro\u200bduction', '1 day')
  await insertAccount('production', '2 days')
  await insertAccount('staging', '1 day')
  await pool.query(`insert into users (id, name, email) values ($1, 'Ada', 'ada@example.com')`, [user])
  await pool.query(
    `insert into user_credentials (id, user_id, provider_id, account_id)
     values (gen_random_uuid(), $1, 'oidc', 'ada'), (gen_random_uuid(), $1, 'credential', $1::text)`,
    [user],
  )

  await migration.up(kysely)

  const aliases = await pool.query('select alias, looks_alike from account_connections order by created_at, alias')
  expect(aliases.rows).toEqual([
    { alias: 'production', looks_alike: false },
    { alias: 'pro\u200bduction', looks_alike: true },
    { alias: 'staging', looks_alike: false },
  ])
  const names = await pool.query('select id, looks_alike from organizations')
  expect(new Map(names.rows.map(({ id, looks_alike: alike }) => [id, alike]))).toEqual(
    new Map([
      [removed, false],
      [organization, expect.any(Boolean)],
      [twin, expect.any(Boolean)],
    ]),
  )
  expect(names.rows.filter(({ looks_alike: alike }) => alike)).toHaveLength(1)
  const credentials = await pool.query('select account_id, issuer from user_credentials order by account_id = $1', [
    user,
  ])
  expect(credentials.rows).toEqual([
    { account_id: 'ada', issuer: null },
    { account_id: user, issuer: null },
  ])
  // Row-level security still applies, for the owner too.
  await pool.query(`select set_config('app.organization', '', false)`)
  expect((await pool.query('select from account_connections')).rowCount).toBe(0)
})

test('takes the issuer of a credential from its account ID', async () => {
  const change = pool.query(`update user_credentials set issuer = 'https://id.example.com' where provider_id = 'oidc'`)
  await expect(change).rejects.toThrow(/check constraint/)
})
