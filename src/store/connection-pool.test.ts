import { expect, inject, test } from 'vitest'
import { ConnectionLostError } from './connection-loss.ts'
import { openPool, type PooledConnection } from './connection-pool.ts'

test('a refused connection is reported at once, without waiting for the server', async () => {
  const url = new URL(inject('databaseUrl'))
  url.pathname = '/there_is_no_such_database'
  const pool = openPool({ connectionString: url.href, max: 1, application_name: 'test' })
  // `invalid_catalog_name`. What may pass is reported as an unreachable database, after ten seconds.
  await expect(pool.connect()).rejects.toMatchObject({ code: '3D000' })
  await pool.end()
})

const pid = async (connection: PooledConnection) =>
  (await connection.query('select pg_backend_pid() as pid')).rows[0] as unknown

test('a lost connection is reported for each further query, and is not used again', async () => {
  const pool = openPool({ connectionString: inject('databaseUrl'), max: 1, application_name: 'test' })
  const lost = await pool.connectNow()
  const first = await pid(lost)
  const failure = await lost.query('select pg_terminate_backend(pg_backend_pid())').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConnectionLostError)
  expect(await lost.query('select 1').catch((error: unknown) => error)).toBe(failure)
  lost.release()
  const next = await pool.connectNow()
  expect(await pid(next)).not.toEqual(first)
  next.release()
  const again = await pool.connectNow()
  expect(await again.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  again.release()
  await pool.end()
})
