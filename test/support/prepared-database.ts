/** The database that those of most tests are copies of, because creating all tables takes longer than a copy. */
import { Client } from 'pg'
import { installJobs } from '../../src/jobs/scan-jobs.ts'
import { openStore } from '../../src/store/store.ts'

export const preparedDatabase = 'surveyor_prepared'

/** Creates it, as a start of the service leaves a database, but for any `SECRET_KEY`. */
export async function createPreparedDatabase(serverUrl: string): Promise<void> {
  await runStatements(serverUrl, [`create database ${preparedDatabase}`])
  const url = new URL(serverUrl)
  url.pathname = `/${preparedDatabase}`
  const store = await openStore({ ownerUrl: url.href, secretKey: 'of the prepared database' })
  await store.close()
  const role = `surveyor_${preparedDatabase}_runtime`
  await installJobs(url.href, role)
  await runStatements(url.href, [
    'delete from secret_key_fingerprint',
    `grant ${role} to current_user`,
    `drop owned by ${role}`,
    `drop role ${role}`,
  ])
}

export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
