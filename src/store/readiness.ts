/** Checks whether the database responds and has disk space. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionPool, PooledConnection } from './connection-pool.ts'

/** A slower server shouldn't receive requests. */
const timeoutMs = 5_000
/** The interval of disk space checks. */
const roomForMs = 5_000

/** Writes over 1 MiB to a temporary file, which needs no table, no write-ahead log, and no privilege. */
const spill = `
  begin;
  set local work_mem = '64kB';
  set local temp_tablespaces = '';
  select count(*) from generate_series(1, 100000);
  rollback`

export function readinessOf(pool: ConnectionPool): () => Promise<boolean> {
  let roomUntil = 0

  async function spillOnce(connection: PooledConnection): Promise<void> {
    if (performance.now() < roomUntil) return
    try {
      await connection.query(spill)
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
    roomUntil = performance.now() + roomForMs
  }

  async function answers(): Promise<boolean> {
    try {
      const connection = await pool.connectNow()
      try {
        await connection.query('select from organizations limit 1')
        await spillOnce(connection)
        return true
      } finally {
        connection.release()
      }
    } catch {
      return false
    }
  }

  return async () => {
    const timer = new AbortController()
    const late = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false)
    const isReady = await Promise.race([answers(), late])
    timer.abort()
    return isReady
  }
}
