/** Detects that the database server's disk is full. */

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const diskFull = '53100'

/** Also matches errors from another thread, which have lost their code. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === diskFull) || error.message.includes('No space left on device')
}
