/** Says of a database that cannot be connected to what the operator has to look at; the driver's own words often name nothing. */
import { DatabaseError } from 'pg'

export function explainConnection(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error
  const url = new URL(address)
  const [login, database] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname.slice(1))]
  const server = `${url.hostname}:${url.port || 5432}`
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) {
    const reason = {
      '28P01': `refused the password of the login ${login}`,
      '28000': `refused the login ${login} (${error.message})`,
      '3D000': `has no database ${database}: create it`,
      '53300': `has no connection free (${error.message}): raise its limit, or lower DATABASE_POOL of every process`,
    }[code ?? '']
    return reason === undefined ? error : new Error(`The server ${server} of DATABASE_URL ${reason}.`, { cause: error })
  }
  if (error.message.includes('does not support SSL')) {
    return new Error(`The server ${server} of DATABASE_URL offers no TLS, and its sslmode asks for it.`, {
      cause: error,
    })
  }
  // Failures of certificates have codes of their own, and say what is wrong with which.
  if (code !== undefined && unreachable.test(code)) {
    return new Error(`No PostgreSQL answers at ${server}, the address of DATABASE_URL (${code}).`, { cause: error })
  }
  return error
}

const unreachable = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
