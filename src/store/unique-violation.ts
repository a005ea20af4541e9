/** Detects that a statement violated a unique constraint. */

/** PostgreSQL's error code for it. */
const uniqueViolation = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
