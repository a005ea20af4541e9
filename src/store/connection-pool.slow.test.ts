import { expect, test } from 'vitest'
import { DatabaseUnreachableError } from './connection-loss.ts'
import { openPool } from './connection-pool.ts'

test('a server that cannot be reached for ten seconds is an outage', async () => {
  // No program may listen on port 1 without the rights of an administrator.
  const pool = openPool({
    connectionString: 'postgres://surveyor@127.0.0.1:1/surveyor',
    max: 1,
    application_name: 'test',
  })
  const startedAt = performance.now()
  await expect(pool.connect()).rejects.toThrow(DatabaseUnreachableError)
  expect(performance.now() - startedAt).toBeGreaterThan(9_000)
  await pool.end()
})
