/** Shows a new key, this once, with a command that tries it. */
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
      header={`The key ${created.name}`}
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            I have kept it
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Alert type="warning" statusIconAriaLabel="Warning">
          Copy it now: it is not shown again, and nobody can look it up.
        </Alert>
        <StatementBox value={created.key} label="Key" />
        <Copy text={created.key} button="Copy the key" />
        <Box variant="awsui-key-label">Try it</Box>
        <StatementBox value={command} label="Command" />
        <Copy text={command} button="Copy the command" />
      </SpaceBetween>
    </Modal>
  )
}

function Copy({ text, button }: { readonly text: string; readonly button: string }) {
  return (
    <CopyToClipboard
      copyButtonText={button}
      textToCopy={text}
      copySuccessText="Copied"
      copyErrorText="It could not be copied"
    />
  )
}
