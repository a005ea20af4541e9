/** Says which login lacks a permission in which database: PostgreSQL names the object alone. */
import { DatabaseError } from 'pg'

const insufficientPrivilege = '42501'

/** The error itself where it is another one, or says already what is missing. */
export function explainPermission(error: unknown, ownerUrl: string): unknown {
  const refusal = [error, error instanceof Error ? error.cause : null].find(
    (reason) => reason instanceof DatabaseError && reason.code === insufficientPrivilege,
  )
  if (!(error instanceof Error && refusal instanceof Error) || !error.message.endsWith(refusal.message)) return error
  const { username, pathname } = new URL(ownerUrl)
  const [login, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  return new Error(
    `The login ${login} of DATABASE_URL lacks a permission in the database ${database}: ${refusal.message}. ` +
      `It has to own the database, its schema public and Surveyor's tables. Let an administrator run: ALTER DATABASE ${database} OWNER TO ${login}`,
    { cause: error },
  )
}
