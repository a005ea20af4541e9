import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-store.ts'
import { openStore } from './store.ts'

test('a process that waits for another to prepare the database is identifiable, and continues afterwards', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const other = new Client({ connectionString: ownerUrl })
  await other.connect()
  await other.query('select pg_advisory_lock(1937078650)')
  const opening = openStore({ ownerUrl, secretKey: 'key' })
  const waiting = async () =>
    (
      await other.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows
  await expect.poll(waiting).toEqual([{ name: 'surveyor preparation' }])
  await sleep(50)
  expect((await other.query(`select to_regclass('public.organizations') as found`)).rows).toEqual([{ found: null }])
  await other.end()
  const store = await opening
  expect(await store.isReady()).toBe(true)
  await store.close()
  await drop()
})

/** Returns the error of opening a store on a database after these statements. */
async function refusalAfter(statements: string): Promise<string> {
  const { ownerUrl, drop } = await createTestDatabase()
  const other = new Client({ connectionString: ownerUrl })
  await other.connect()
  const tablesOf = async () =>
    (await other.query(`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`)).rows
  try {
    await other.query(statements)
    const before = await tablesOf()
    const refusal = await openStore({ ownerUrl, secretKey: 'key' }).then(
      () => 'none',
      (error: Error) => error.message,
    )
    expect(await tablesOf()).toEqual(before)
    return refusal.replace(new URL(ownerUrl).pathname.slice(1), 'THIS')
  } finally {
    await other.end()
    await drop()
  }
}

const kysely = `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255));`
const foreign = 'The database THIS of DATABASE_URL belongs to another application: it has '
const unchanged = '. Nothing was changed. Create a database for Surveyor alone, and set DATABASE_URL to it.'

test.each([
  ['tables of our names', 'create table users (); create view scans as select 1 as one', 'scans, users'],
  ['a schema of our name', 'create schema jobs', 'schema jobs'],
  ['migrations of its own', `${kysely} insert into kysely_migration values ('begin', '')`, 'begin'],
  [
    'many of them',
    `create table users (); ${kysely} insert into kysely_migration select 'm' || n from generate_series(1, 8) as n`,
    'users, m1, m2, m3, m4',
  ],
])('a database of another application stays unchanged: %s', async (_, statements, names) => {
  expect(await refusalAfter(statements)).toBe(`${foreign}${names}${unchanged}`)
})

test('a database of a newer version stays unchanged', async () => {
  const applied = ['0001-first-tables', '9999-tomorrow', '9998-today'].map((name) => `('${name}', '')`).join()
  expect(await refusalAfter(`${kysely} insert into kysely_migration values ${applied}`)).toBe(
    'The database THIS was migrated by a newer version of Surveyor (9998-today, 9999-tomorrow). Run that version.',
  )
})

test('accepts a database with tables of other names', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const other = new Client({ connectionString: ownerUrl })
  await other.connect()
  await other.query('create table spatial_ref_sys (); create schema reports')
  await other.end()
  const store = await openStore({ ownerUrl, secretKey: 'key' })
  expect(await store.isReady()).toBe(true)
  await store.close()
  await drop()
})

test('rejects a database with a gap in its list of migrations', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  await (await openStore({ ownerUrl, secretKey: 'key' })).close()
  const other = new Client({ connectionString: ownerUrl })
  await other.connect()
  await other.query(`delete from kysely_migration where name like '0002-%'`)
  await other.end()
  await expect(openStore({ ownerUrl, secretKey: 'key' })).rejects.toThrow(
    'The database migration failed (the list of migrations): corrupted migrations',
  )
  await drop()
})
