/** Shows the new signing secret of a webhook once. */
import { SecretDialog } from '../../shared/secret-dialog.tsx'

export function SigningSecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <SecretDialog
      header="Signing secret"
      warning="Copy the secret now. You can’t view it again. Your receiver checks the signature of each request with it, by any Standard Webhooks library."
      texts={[{ label: 'Signing secret', copyText: 'Copy secret', text: secret }]}
      onClose={onClose}
    />
  )
}
