/** Shows a new secret once, with texts that contain it. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { StatementBox } from './statement-box.tsx'

type SecretText = { readonly label: string; readonly copyText: string; readonly text: string }

export function SecretDialog({
  header,
  warning,
  texts,
  onClose,
}: {
  readonly header: string
  readonly warning: ReactNode
  readonly texts: readonly SecretText[]
  readonly onClose: () => void
}) {
  return (
    <Modal
      visible
      size="large"
      header={header}
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
      <SpaceBetween size="m">
        <Alert type="warning" statusIconAriaLabel="Warning">
          {warning}
        </Alert>
        {texts.map(({ label, copyText, text }) => (
          <div key={label}>
            <Box variant="awsui-key-label">{label}</Box>
            <StatementBox value={text} label={label} />
            <CopyToClipboard
              copyButtonText={copyText}
              textToCopy={text}
              copySuccessText="Copied"
              copyErrorText="Couldn’t copy"
            />
          </div>
        ))}
      </SpaceBetween>
    </Modal>
  )
}
