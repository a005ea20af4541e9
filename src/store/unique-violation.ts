/** Whether a statement failed for a value that has to be unique and is not. */

/** PostgreSQL's code of it. */
const uniqueViolation = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
