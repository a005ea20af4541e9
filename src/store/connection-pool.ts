/** A bounded number of connections to PostgreSQL that survives every drop: waits for a server that is away, and replaces what broke. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { ConnectionLostError, endsConnection, mayConnectLater } from './connection-loss.ts'

export type PooledConnection = {
  /** Several statements in one text have several results. */
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  /** `discard`: not to be used again. */
  release(discard?: boolean): void
}

export type ConnectionPool = PostgresPool & {
  /** One attempt, without waiting for a server that is away. */
  connectNow(): Promise<PooledConnection>
}

const timeouts = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  /** For a server that has gone away without closing the connection. */
  query_timeout: 40_000,
  /** A process that stands still keeps what its transactions have locked for no longer than its jobs. */
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** How long a connection is tried for while the server is away: above what its restart takes. */
const patienceMs = 10_000
const firstDelayMs = 50
const longestDelayMs = 500

export function openPool(options: {
  readonly connectionString: string
  readonly max: number
  readonly application_name: string
}): ConnectionPool {
  const pool = new Pool({ ...timeouts, idleTimeoutMillis: 30_000, ...options })
  // An idle connection that breaks is replaced at its next use.
  pool.on('error', ignore)
  // The pool listens to idle connections alone. The error of one that is in use also fails its statement, which is where it is
  // reported; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', ignore))
  return {
    options: pool.options,
    // Cursors, of which the type tells too, are not used.
    connect: async () => guarded(await patiently(() => pool.connect())) as unknown as PostgresPoolClient,
    connectNow: async () => guarded(await pool.connect()),
    end: () => pool.end(),
  }
}

function ignore(): void {}

async function patiently<Result>(connect: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await connect()
    } catch (error) {
      if (!mayConnectLater(error) || performance.now() + delayMs > deadline) throw error
      await sleep(delayMs)
    }
  }
}

/** Says of each failure whether the connection is gone with it, and gives the pool back none that is. */
function guarded(client: PoolClient): PooledConnection {
  let lost: ConnectionLostError | null = null
  return {
    async query(text, values) {
      if (lost !== null) throw lost
      try {
        return await client.query(text, values as unknown[])
      } catch (error) {
        if (!endsConnection(error)) throw error
        lost = new ConnectionLostError(error)
        throw lost
      }
    },
    release: (discard = false) => client.release(discard || lost !== null),
  }
}
