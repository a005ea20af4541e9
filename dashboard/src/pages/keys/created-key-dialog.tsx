/** Shows a new API key once, with an example request. */
import type { CreatedKey } from '../../../../contract/session/keys.ts'
import { SecretDialog } from '../../shared/secret-dialog.tsx'

export function CreatedKeyDialog({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  const path = created.scopes.includes('read') ? '/api/scans' : '/api/openapi.json'
  const command = `curl -H 'Authorization: Bearer ${created.key}' ${globalThis.location.origin}${path}`
  return (
    <SecretDialog
      header={`API key ${created.name}`}
      warning="Copy the key now. You can’t view it again."
      texts={[
        { label: 'API key', copyText: 'Copy key', text: created.key },
        { label: 'Example request', copyText: 'Copy command', text: command },
      ]}
      onClose={onClose}
    />
  )
}
