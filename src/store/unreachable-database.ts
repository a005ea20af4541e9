/**
 * Explains why a database connection failed and what the operator can do, because the driver's messages are often
 * unspecific.
 */
import { DatabaseError } from 'pg'
import { DatabaseUnreachableError } from './connection-loss.ts'

export function explainConnection(failure: unknown, address: string): unknown {
  const error = failure instanceof DatabaseUnreachableError ? failure.cause : failure
  if (!(error instanceof Error)) return error
  const url = new URL(address)
  const [login, database] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname.slice(1))]
  const server = `${url.hostname}:${url.port || 5432}`
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) {
    const reason = {
      '28P01': `refused the password of the login ${login}`,
      '28000': `refused the login ${login} (${error.message})`,
      '3D000': `has no database ${database}. Create it`,
      '53300': `has no free connection (${error.message}). Raise its limit, or lower DATABASE_POOL in every process`,
    }[code ?? '']
    return reason === undefined ? error : new Error(`The server ${server} of DATABASE_URL ${reason}.`, { cause: error })
  }
  if (error.message.includes('does not support SSL')) {
    return new Error(`The server ${server} of DATABASE_URL offers no TLS, but its sslmode requires it.`, {
      cause: error,
    })
  }
  // Errors of certificates have their own codes and name the problem.
  if (code !== undefined && unreachable.test(code)) {
    return new Error(`PostgreSQL is not reachable at ${server}, the address of DATABASE_URL (${code}).`, {
      cause: error,
    })
  }
  return error
}

const unreachable = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
