import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-store.ts'
import { openStore } from './store.ts'

test('a process that waits for another to prepare the database can be told from others, and goes on afterwards', async () => {
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
