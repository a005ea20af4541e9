/** The attempts at one delivery, with requests and responses. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useQuery } from '@tanstack/react-query'
import type { AlertAttempt } from '../../../../contract/alert-delivery.ts'
import { deliveryQuery } from '../../session/alerts.ts'
import { Loading } from '../../shared/loading.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { StatementBox } from '../../shared/statement-box.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

export function DeliveryDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const delivery = useQuery(deliveryQuery(id))
  return (
    <Modal
      visible
      size="large"
      header="Delivery"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </Box>
      }
    >
      <QueryFailure query={delivery} header="Couldn’t load the delivery" />
      {delivery.data === undefined ? (
        delivery.isLoading && <Loading />
      ) : (
        <SpaceBetween size="m">
          <Box variant="p">{delivery.data.summary}</Box>
          <DeliveryStatus delivery={delivery.data} />
          {delivery.data.log.length === 0 && <Box color="text-body-secondary">No attempt yet.</Box>}
          {delivery.data.log.toReversed().map((attempt, index) => (
            <Attempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
          ))}
        </SpaceBetween>
      )}
    </Modal>
  )
}

function Attempt({ attempt, isOpen }: { readonly attempt: AlertAttempt; readonly isOpen: boolean }) {
  const { number, startedAt, durationMs, status, error, request, response } = attempt
  return (
    <ExpandableSection
      defaultExpanded={isOpen}
      headerText={`Attempt ${number}`}
      headerDescription={`${error ?? (status === null ? 'Accepted.' : `Accepted with the status ${status}.`)} ${durationMs} ms`}
    >
      <SpaceBetween size="xs">
        <Box color="text-body-secondary">
          <TimeText at={startedAt} form="short" />
        </Box>
        <Box variant="awsui-key-label">Request</Box>
        <StatementBox value={indented(request)} label={`Request of attempt ${number}`} />
        {response !== null && response !== '' && (
          <>
            <Box variant="awsui-key-label">Response</Box>
            <StatementBox value={response} label={`Response of attempt ${number}`} />
          </>
        )}
      </SpaceBetween>
    </ExpandableSection>
  )
}

/** JSON with line breaks. Emails and cut requests stay. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
