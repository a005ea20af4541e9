/**
 * Pools a limited number of connections to PostgreSQL. It waits for an unavailable server and replaces broken
 * connections.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { ConnectionLostError, DatabaseUnreachableError, endsConnection, mayConnectLater } from './connection-loss.ts'

export type PooledConnection = {
  /** A text with several statements has several results. */
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  /** `discard`: the connection must not be used again. */
  release(discard?: boolean): void
}

export type ConnectionPool = PostgresPool & {
  /** Makes one attempt without waiting for an unavailable server. */
  connectNow(): Promise<PooledConnection>
}

const timeouts = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  /** Detects a server that disappeared without closing the connection. */
  query_timeout: 40_000,
  /** A suspended process keeps its locks no longer than its jobs. */
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** How long to retry while the server is unavailable: longer than a restart takes. */
const patienceMs = 10_000
const firstDelayMs = 50
const longestDelayMs = 500

export function openPool(options: {
  readonly connectionString: string
  readonly max: number
  readonly application_name: string
}): ConnectionPool {
  const pool = new Pool({ ...timeouts, idleTimeoutMillis: 30_000, ...options })
  // A broken idle connection is replaced at its next use.
  pool.on('error', ignore)
  // The pool only listens to idle connections. The error of a connection in use also fails its statement, which reports
  // it. Without this listener, the error would end the process.
  pool.on('connect', (client) => client.on('error', ignore))
  return {
    options: pool.options,
    // The type includes cursors, which aren't used.
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
      if (!mayConnectLater(error)) throw error
      if (performance.now() + delayMs > deadline) throw new DatabaseUnreachableError(error)
      await sleep(delayMs)
    }
  }
}

/** Marks failures that lost the connection, and doesn't return such a connection to the pool. */
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
