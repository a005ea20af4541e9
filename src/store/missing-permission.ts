/** Adds the login and the database to an error about a missing permission, because PostgreSQL names only the object. */
import { DatabaseError } from 'pg'

const insufficientPrivilege = '42501'

/** Returns other errors, and errors that already name what is missing, unchanged. */
export function explainPermission(error: unknown, ownerUrl: string): unknown {
  const refusal = [error, error instanceof Error ? error.cause : null].find(
    (reason) => reason instanceof DatabaseError && reason.code === insufficientPrivilege,
  )
  if (!(error instanceof Error && refusal instanceof Error) || !error.message.endsWith(refusal.message)) return error
  const { username, pathname } = new URL(ownerUrl)
  const [login, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  return new Error(
    `The login ${login} of DATABASE_URL lacks a permission in the database ${database}: ${refusal.message}. ` +
      `It has to own the database, its schema public and Surveyor's tables. A database administrator has to run: ALTER DATABASE ${database} OWNER TO ${login}`,
    { cause: error },
  )
}
