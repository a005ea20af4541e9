/** Opens a store on its own new database in the test run's PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { runtimeLogin } from '../../src/store/runtime-login.ts'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/store.ts'
import { preparedDatabase, runStatements } from './prepared-database.ts'

export type TestStore = {
  readonly store: Store
  readonly ownerUrl: string
  /** The URL of the login of the store's own queries. */
  readonly runtimeUrl: string
  readonly secretKey: string
  /** Closes the store and drops the database. */
  close(): Promise<void>
}

export async function createTestStore(): Promise<TestStore> {
  const { ownerUrl, drop } = await createTestDatabase(preparedDatabase)
  const secretKey = randomUUID()
  const store = await openStore({ ownerUrl, secretKey })
  return {
    store,
    ownerUrl,
    runtimeUrl: runtimeLogin(ownerUrl, secretKey).url,
    secretKey,
    async close() {
      await store.close()
      await drop()
    },
  }
}

/** Creates an empty database, or a copy of another one. */
export async function createTestDatabase(
  template = 'template1',
): Promise<{ readonly ownerUrl: string; readonly drop: () => Promise<void> }> {
  const serverUrl = inject('databaseUrl')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  await runStatements(serverUrl, [`create database ${database} template ${template}`])
  return {
    ownerUrl: url.href,
    async drop() {
      // The end of a pool doesn't wait for its connections. The server waits 5 s for them, and doesn't cut them off.
      await runStatements(serverUrl, [`drop database ${database}`]).catch(unlessInUse)
      await retryWhileDenied(() =>
        runStatements(serverUrl, [
          `drop database if exists ${database} with (force)`,
          `drop role if exists surveyor_${database}_runtime`,
        ]),
      )
    },
  }
}

/** For sessions of processes that were killed or suspended. */
function unlessInUse(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === '55006')) throw error
}

/** The owner may not end sessions of the runtime login. Closing sessions disappear shortly after. */
async function retryWhileDenied(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isDenied = error instanceof Error && 'code' in error && error.code === '42501'
      if (!isDenied || attempt === 300) throw error
      await sleep(100)
    }
  }
}
