/** Distinguishes a lost connection to PostgreSQL from a statement that PostgreSQL rejected. */
import { DatabaseError } from 'pg'

/** The connection broke under a statement: its transaction has ended, unless it was being committed. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'

  constructor(cause: unknown) {
    super(`The connection to PostgreSQL was lost: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/**
 * With these PostgreSQL ends the session: connection exceptions, an administrator's or a crash's shutdown, a server that starts up,
 * and its own time-outs of idle sessions. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const endOfSession = /^(08...|57P0[1235]|25P03)$/
/** No connection is free at the moment. */
const tooManyConnections = '53300'

/** Whether a statement's failure is that of its connection. Everything that PostgreSQL did not answer itself is. */
export function endsConnection(error: unknown): boolean {
  return error instanceof DatabaseError ? endOfSession.test(error.code ?? '') : true
}

/** Whether a connection that could not be made may well be possible in a moment. */
export function mayConnectLater(error: unknown): boolean {
  if (error instanceof DatabaseError) return endOfSession.test(error.code ?? '') || error.code === tooManyConnections
  return error instanceof Error && (('code' in error && typeof error.code === 'string') || passing.test(error.message))
}

/** What the driver says without a code. That its pool is exhausted or closed does not pass by connecting again. */
const passing = /^Connection terminated|^timeout expired/
