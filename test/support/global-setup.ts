/** Prepares a test run: one embedded PostgreSQL in a temporary folder, and the unpacked browser. */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isRunning } from '../../src/store/embedded/start-lock.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded-postgres.ts'
import { unpackBrowser } from './browser.ts'
import { databaseServer } from './database-server.ts'
import { createPreparedDatabase } from './prepared-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A login that owns the embedded server's database and may create others. */
    readonly databaseUrl: string
  }
}

const prefix = 'surveyor-tests-'

/** In memory if the system has such a folder, because the data is temporary and need not wait for a disk. */
const memoryFolder = '/dev/shm'
/** Far more than all databases of a run need at once. */
const leastFreeBytes = 4 * 2 ** 30

async function dataParent(): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => null)
  return memory !== null && memory.bavail * memory.bsize >= leastFreeBytes ? memoryFolder : tmpdir()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const parent of [memoryFolder, tmpdir()]) await removeLeftovers(parent)
  // Tests that open a browser report why none can run.
  await unpackBrowser().catch(() => undefined)
  const dataDirectory = await mkdtemp(join(await dataParent(), `${prefix}${process.pid}-`))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({
    dataDirectory,
    onNotice: (message) => process.stderr.write(`${message}\n`),
  })
  // Databases of tests are dropped before they would need it.
  await (await databaseServer(dataDirectory)).set('autovacuum', 'off')
  await createPreparedDatabase(postgres.ownerUrl)
  project.provide('databaseUrl', postgres.ownerUrl)
  return async () => {
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** A killed test run leaves its server running, like a killed service. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const dataDirectory = join(parent, name)
    const leftover = await openEmbeddedPostgres({ dataDirectory, onNotice: () => undefined }).catch(() => null)
    await leftover?.close()
    // Another test run may be removing it too.
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}
