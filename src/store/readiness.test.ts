import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestStore } from '../../test/support/test-store.ts'
import { runtimeLogin } from './runtime-login.ts'

test('a store is ready while its database responds, and not after it is closed', async () => {
  const testStore = await createTestStore()
  let isClosed = false
  onTestFinished(() => (isClosed ? undefined : testStore.close()))
  const { store } = testStore
  expect(await store.isReady()).toBe(true)
  // The disk space was checked a moment ago and isn't checked again.
  const startedAt = performance.now()
  expect(await Promise.all([store.isReady(), store.isReady()])).toEqual([true, true])
  // The time limit of a check ends with its result.
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  await testStore.close()
  isClosed = true
  expect(await store.isReady()).toBe(false)
})

test('a store whose database has no disk space is not ready, and its connection stays usable', async () => {
  const testStore = await createTestStore()
  onTestFinished(() => testStore.close())
  const { store, ownerUrl, secretKey } = testStore
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const { role } = runtimeLogin(ownerUrl, secretKey)
  // Makes PostgreSQL fail in new sessions as if a temporary file had no disk space.
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
