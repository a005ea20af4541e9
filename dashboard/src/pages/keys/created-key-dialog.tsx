/** Shows a new API key once, with an example request. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { CreatedKey } from '../../../../contract/session/keys.ts'
import { StatementBox } from '../../shared/statement-box.tsx'

export function CreatedKeyDialog({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  const path = created.scopes.includes('read') ? '/api/scans' : '/api/openapi.json'
  const command = `curl -H 'Authorization: Bearer ${created.key}' ${globalThis.location.origin}${path}`
  return (
    <Modal
      visible
      size="large"
      header={`API key ${created.name}`}
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
          Copy the key now. You can’t view it again.
        </Alert>
        <StatementBox value={created.key} label="API key" />
        <Copy text={created.key} button="Copy key" />
        <Box variant="awsui-key-label">Example request</Box>
        <StatementBox value={command} label="Command" />
        <Copy text={command} button="Copy command" />
      </SpaceBetween>
    </Modal>
  )
}

function Copy({ text, button }: { readonly text: string; readonly button: string }) {
  return (
    <CopyToClipboard copyButtonText={button} textToCopy={text} copySuccessText="Copied" copyErrorText="Couldn’t copy" />
  )
}
