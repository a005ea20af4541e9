/**
 * Interprets `sslmode` of a PostgreSQL address like libpq. The driver treats `require` as `verify-full` and never falls
 * back.
 */
import { databaseClient } from './database-client.ts'

/**
 * The connection attempts of each mode, in order.
 * https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 */
const attempts = {
  disable: ['disable'],
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
  require: ['require'],
  'verify-ca': ['verify-ca'],
  'verify-full': ['verify-full'],
} as const

type SslMode = keyof typeof attempts

/** Returns the address with the working mode, for all further connections. Throws the error of the last attempt. */
export async function withSslMode(address: string): Promise<string> {
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode') ?? process.env['PGSSLMODE'] ?? 'prefer'
  if (!isSslMode(mode)) {
    throw new Error(`sslmode of DATABASE_URL is "${mode}": set it to one of ${Object.keys(attempts).join(', ')}.`)
  }
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
    throw new Error(
      'sslmode=verify-ca of DATABASE_URL needs sslrootcert=FILE: the certificate of the authority to trust.',
    )
  }
  url.searchParams.set('uselibpqcompat', 'true')
  let refusal: unknown
  for (const attempt of attempts[mode]) {
    url.searchParams.set('sslmode', attempt)
    if (attempts[mode].length === 1) return url.href
    try {
      await connect(url.href)
      return url.href
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}

function isSslMode(mode: string): mode is SslMode {
  return Object.hasOwn(attempts, mode)
}

async function connect(address: string): Promise<void> {
  const client = databaseClient(address)
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}
