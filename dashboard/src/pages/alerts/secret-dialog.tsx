/** Shows the new signing secret of a webhook once. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { StatementBox } from '../../shared/statement-box.tsx'

export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Modal
      visible
      size="large"
      header="Signing secret"
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
          Copy the secret now. You can’t view it again.
        </Alert>
        <Box>Your receiver checks the signature of each request with it, by any Standard Webhooks library.</Box>
        <StatementBox value={secret} label="Signing secret" />
        <CopyToClipboard
          copyButtonText="Copy secret"
          textToCopy={secret}
          copySuccessText="Copied"
          copyErrorText="Couldn’t copy"
        />
      </SpaceBetween>
    </Modal>
  )
}
