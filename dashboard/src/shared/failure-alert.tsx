/** Shows an error with its request ID and a retry button. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import { RequestId } from './request-id.tsx'

export function FailureAlert({
  error,
  header,
  onRetry,
}: {
  readonly error: unknown
  readonly header?: string
  readonly onRetry?: (() => void) | undefined
}) {
  const message = error instanceof Error ? error.message : 'Unexpected error in this page. Reload it.'
  return (
    <Alert
      type="error"
      statusIconAriaLabel="Error"
      header={header}
      action={onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      {message}
      <RequestId error={error} />
    </Alert>
  )
}
