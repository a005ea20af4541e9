/** One embedded PostgreSQL for the whole test run, in a folder that goes away with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../../src/store/embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The login that owns the embedded server's database and may make others. */
    readonly databaseUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-tests-'))
  const notices: string[] = []
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: (message) => notices.push(message) })
  project.provide('databaseUrl', postgres.ownerUrl)
  return async () => {
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
