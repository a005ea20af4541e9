/** Distinguishes a lost connection to PostgreSQL from a statement that PostgreSQL rejected. */
import { DatabaseError } from 'pg'

/** The connection broke during a statement. Its transaction was rolled back, unless it was being committed. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'

  constructor(cause: unknown) {
    super(`The connection to PostgreSQL was lost: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The server couldn't be reached for as long as a connection pool waits. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError'

  constructor(cause: unknown) {
    super(`PostgreSQL was not reachable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Whether an error comes from an outage of the database, not from the work that was interrupted. */
export function isDatabaseOutage(error: unknown): boolean {
  return error instanceof ConnectionLostError || error instanceof DatabaseUnreachableError
}

/**
 * The PostgreSQL error codes that end a session: connection exceptions, shutdown by an administrator or after a crash,
 * startup, and timeouts of idle sessions. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const endOfSession = /^(08...|57P0[1235]|25P03)$/
/** The server has no free connection at the moment. */
const tooManyConnections = '53300'

/**
 * Whether an error of a statement means that the connection is lost. That is the case unless the error came from
 * PostgreSQL.
 */
export function endsConnection(error: unknown): boolean {
  return error instanceof DatabaseError ? endOfSession.test(error.code ?? '') : true
}

/** Whether a failed connection attempt may succeed a moment later. */
export function mayConnectLater(error: unknown): boolean {
  if (error instanceof DatabaseError) return endOfSession.test(error.code ?? '') || error.code === tooManyConnections
  return error instanceof Error && (('code' in error && typeof error.code === 'string') || passing.test(error.message))
}

/** Driver errors without a code. An exhausted or closed pool isn't included, since reconnecting doesn't help. */
const passing = /^Connection terminated|^timeout expired/
