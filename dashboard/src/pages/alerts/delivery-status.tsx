/** The status of a delivery, with the next attempt or the error. */
import Box from '@cloudscape-design/components/box'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { AlertDelivery } from '../../../../contract/alert-delivery.ts'
import { TimeText } from '../../shared/time-text.tsx'

export function DeliveryStatus({ delivery }: { readonly delivery: AlertDelivery }) {
  const { status, error, attempts, nextAttemptAt } = delivery
  if (status === 'delivered') return <StatusIndicator type="success">Delivered</StatusIndicator>
  if (status === 'held') return <StatusIndicator type="pending">Waits for digest</StatusIndicator>
  return (
    <>
      {status === 'failed' ? (
        <StatusIndicator type="error">Failed</StatusIndicator>
      ) : (
        <StatusIndicator type={attempts === 0 ? 'in-progress' : 'warning'}>
          {attempts === 0 ? 'Sending' : 'Retrying'}
        </StatusIndicator>
      )}
      {error !== null && (
        <Box fontSize="body-s" color="text-body-secondary">
          {error}
        </Box>
      )}
      {attempts > 0 && nextAttemptAt !== null && (
        <Box fontSize="body-s" color="text-body-secondary">
          Next attempt: <TimeText at={nextAttemptAt} form="short" />
        </Box>
      )}
    </>
  )
}
