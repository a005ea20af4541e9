/** Tests that an unusable database stops the start with a reason, before anything in it is changed. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-store.ts'
import { openDatabase } from '../../src/composition/open-database.ts'

let ownerUrl: string
let database: string
let owner: Client
let drop: () => Promise<void>

beforeEach(async () => {
  ;({ ownerUrl, drop } = await createTestDatabase())
  database = new URL(ownerUrl).pathname.slice(1)
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await drop()
})

/** Returns the error of opening it, or `opened`. */
async function open(change: (url: URL) => void = () => undefined): Promise<string> {
  const url = new URL(ownerUrl)
  change(url)
  const configuration = {
    database: { kind: 'external', url: url.href },
    secretKey: 'k'.repeat(32),
  } as const
  try {
    const opened = await openDatabase(configuration, () => undefined)
    await opened.close()
    return 'opened'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function objects(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace not in
       (select oid from pg_namespace where nspname like 'pg_%' or nspname = 'information_schema') order by 1`,
  )
  return rows.map(({ name }) => name)
}

test.each([
  [
    'create table organizations (id integer)',
    /belongs to another application: it has organizations\. Nothing was changed/,
  ],
  ['create schema jobs', /belongs to another application: it has schema jobs\./],
  [
    `create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('0001-shop', '')`,
    /belongs to another application: it has 0001-shop\./,
  ],
])('another application’s database stays unchanged: %s', async (statement, line) => {
  await owner.query(statement)
  const before = await objects()
  expect(await open()).toMatch(line)
  expect(await objects()).toEqual(before)
})

test('accepts tables of other applications with other names', async () => {
  await owner.query('create table invoices (id integer)')
  expect(await open()).toBe('opened')
  expect(await open()).toBe('opened')
})

test('reports a database of a newer version', async () => {
  expect(await open()).toBe('opened')
  await owner.query(`insert into kysely_migration values ('9999-later', '2100-01-01')`)
  expect(await open()).toBe(
    `The database ${database} was migrated by a newer version of Surveyor (9999-later). Run that version.`,
  )
})

test('reports the missing permission of a login that may not create tables', async () => {
  const login = `limited_${randomUUID().replaceAll('-', '')}`
  await owner.query(`create role ${login} login createrole password 'limited'`)
  const line = await open((url) => {
    url.username = login
    url.password = 'limited'
  })
  expect(line).toMatch(
    new RegExp(
      `^The login ${login} of DATABASE_URL lacks a permission in the database ${database}: permission denied for schema public.* OWNER TO ${login}$`,
    ),
  )
  await owner.query(`drop role ${login}`)
})

test('a wrong password names the login, and never the password', async () => {
  const line = await open((url) => (url.password = 'hunter2'))
  expect(line).toMatch(/^The server 127\.0\.0\.1:\d+ of DATABASE_URL refused the password of the login surveyor\.$/)
})

test('names a missing database', async () => {
  expect(await open((url) => (url.pathname = '/nowhere'))).toMatch(
    /of DATABASE_URL has no database nowhere\. Create it\.$/,
  )
})

test('names an address without a server', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  expect(await open((url) => (url.port = String(port)))).toBe(
    `PostgreSQL is not reachable at 127.0.0.1:${port}, the address of DATABASE_URL (ECONNREFUSED).`,
  )
})

test('reports required TLS that the server does not offer', async () => {
  expect(await open((url) => (url.search = 'sslmode=require'))).toMatch(
    /of DATABASE_URL offers no TLS, but its sslmode requires it\.$/,
  )
})
