import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestStore } from '../../test/support/test-store.ts'
import { runtimeLogin } from './runtime-login.ts'

test('a store is ready while its database answers, each time it is asked, and not when it is closed', async () => {
  const testStore = await createTestStore()
  let isClosed = false
  onTestFinished(() => (isClosed ? undefined : testStore.close()))
  const { store } = testStore
  expect(await store.isReady()).toBe(true)
  // Room was there a moment ago: it is not looked for again.
  const startedAt = performance.now()
  expect(await Promise.all([store.isReady(), store.isReady()])).toEqual([true, true])
  // The time limit of one question does not outlast its answer.
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  await testStore.close()
  isClosed = true
  expect(await store.isReady()).toBe(false)
})

test('a store whose database has no room to write is not ready, and leaves its connection fit for use', async () => {
  const testStore = await createTestStore()
  onTestFinished(() => testStore.close())
  const { store, ownerUrl, secretKey } = testStore
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const { role } = runtimeLogin(ownerUrl, secretKey)
  // What PostgreSQL says when a temporary file finds no room, in sessions that begin from here on.
  await owner.query(`
    create schema full_disk;
    create function full_disk.generate_series(integer, integer) returns setof integer language plpgsql
      as $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
    grant usage on schema full_disk to ${role};
    alter role ${role} set search_path = full_disk, pg_catalog, public
  `)
  expect(await store.isReady()).toBe(false)
  expect(await store.people.hasAny()).toBe(false)
  expect(await store.isReady()).toBe(false)
})
