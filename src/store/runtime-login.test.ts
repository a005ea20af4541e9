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

function roleOf(database: string): string {
  return runtimeLogin(`postgres://owner@db.example/${database}`, 'key').role
}

test('the name of the login has at most 63 bytes, and differs for each database', () => {
  const longest = 'a'.repeat(63 - 'surveyor__runtime'.length)
  expect(roleOf(longest)).toBe(`surveyor_${longest}_runtime`)
  expect(roleOf(`${longest}a`)).toMatch(/^surveyor_[0-9a-f]{32}_runtime$/)
  expect(roleOf(`${longest}a`)).not.toBe(roleOf(`${longest}b`))
})

test('only a missing permission has instructions for it', async () => {
  const login = runtimeLogin('postgres://owner@db.example/new', 'key')
  await withClient(testStore.runtimeUrl, async (unprivileged) => {
    const messageOf = (refused: typeof login) =>
      ensureRuntimeLogin(unprivileged, refused).catch((error: Error) => error.message)
    expect(await messageOf(login)).toBe(
      'The login of DATABASE_URL may not create the role surveyor_new_runtime, which Surveyor runs as. ' +
        'A database administrator has to run: ALTER ROLE <that login> CREATEROLE',
    )
    const existing = { ...login, role: new URL(testStore.ownerUrl).username }
    expect(await messageOf(existing)).toBe(
      `The login of DATABASE_URL may not change the role ${existing.role}, which Surveyor runs as. ` +
        'A database administrator has to run: ALTER ROLE <that login> CREATEROLE, ' +
        `and: GRANT "${existing.role}" TO <that login> WITH ADMIN OPTION`,
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
