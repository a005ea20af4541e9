/** That something could not be read, while it cannot; nothing otherwise. */
import { FailureAlert } from './failure-alert.tsx'

export function QueryFailure({
  query,
  header,
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  readonly header: string
}) {
  if (query.error === null) return null
  return <FailureAlert error={query.error} header={header} onRetry={() => void query.refetch()} />
}
