/** Shows the error of a query, or nothing. */
import { isMissing } from '../http/request.ts'
import { FailureAlert } from './failure-alert.tsx'
import { type Missing, NotFoundAlert } from './not-found-alert.tsx'

export function QueryFailure({
  query: { error, refetch },
  header,
  missing,
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  readonly header: string
  /** Shown for a 404 instead of the error, because a retry wouldn’t help. */
  readonly missing?: Missing | undefined
}) {
  if (error === null) return null
  if (missing !== undefined && isMissing(error)) return <NotFoundAlert missing={missing} error={error} />
  return <FailureAlert error={error} header={header} onRetry={() => void refetch()} />
}
