/** Shows a short text with a copy button. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'

/** `what`: the noun in the accessible name of the button. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <CopyToClipboard
      variant="inline"
      textToCopy={text}
      copyButtonAriaLabel={`Copy ${what}`}
      copySuccessText="Copied"
      copyErrorText="Couldn’t copy"
    />
  )
}
