import { expect, inject, test } from 'vitest'
import { openPool } from './connection-pool.ts'

test('a refused connection is reported at once, without waiting for the server', async () => {
  const url = new URL(inject('databaseUrl'))
  url.pathname = '/there_is_no_such_database'
  const pool = openPool({ connectionString: url.href, max: 1, application_name: 'test' })
  // `invalid_catalog_name`. What may pass is reported as an unreachable database, after ten seconds.
  await expect(pool.connect()).rejects.toMatchObject({ code: '3D000' })
  await pool.end()
})
