/** That something could not be read, while it cannot; nothing otherwise. */
import { isMissing } from '../http/request.ts'
import { FailureAlert } from './failure-alert.tsx'
import { type Missing, MissingAlert } from './missing-alert.tsx'

export function QueryFailure({
  query: { error, refetch },
  header,
  missing,
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  readonly header: string
  /** What to say where nothing is at the address: trying again would not help. */
  readonly missing?: Missing | undefined
}) {
  if (error === null) return null
  if (missing !== undefined && isMissing(error)) return <MissingAlert missing={missing} error={error} />
  return <FailureAlert error={error} header={header} onRetry={() => void refetch()} />
}
