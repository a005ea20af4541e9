import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import { ensureRuntimeLogin, runtimeLogin } from './runtime-login.ts'
import { openStore } from './store.ts'

let testStore: TestStore

beforeAll(async () => {
  testStore = await createTestStore()
})
afterAll(() => testStore.close())

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

test('only a missing permission has instructions for it', async () => {
  const login = runtimeLogin('postgres://owner@db.example/new', 'key')
  await withClient(testStore.runtimeUrl, async (unprivileged) => {
    await expect(ensureRuntimeLogin(unprivileged, login)).rejects.toThrow(
      'The login of DATABASE_URL may not create the role surveyor_new_runtime, which Surveyor runs as. ' +
        'A database administrator has to run: ALTER ROLE <that login> CREATEROLE',
    )
  })
  await withClient(testStore.ownerUrl, async (owner) => {
    await owner.query('set default_transaction_read_only = on')
    await expect(ensureRuntimeLogin(owner, login)).rejects.toThrow(
      /^cannot execute CREATE ROLE in a read-only transaction$/,
    )
  })
})

test('a login that is refused only for now keeps its password', async () => {
  const { ownerUrl, runtimeUrl, secretKey } = testStore
  const { role } = runtimeLogin(ownerUrl, secretKey)
  await withClient(ownerUrl, async (owner) => {
    await owner.query(`alter role ${role} connection limit 0`)
    await expect(openStore({ ownerUrl, secretKey })).rejects.toMatchObject({ code: '53300' })
    await owner.query(`alter role ${role} connection limit -1`)
  })
  await withClient(runtimeUrl, async (runtime) => {
    expect((await runtime.query('select current_user as name')).rows).toEqual([{ name: role }])
  })
})
