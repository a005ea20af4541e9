/** Detects that the database has no room left on its disk. */

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const diskFull = '53100'

/** Also of an error that came from another thread, which has lost its code on the way. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === diskFull) || error.message.includes('No space left on device')
}
