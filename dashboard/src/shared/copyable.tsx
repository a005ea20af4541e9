/** A short text with a button that copies it. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'

/** `what`: as the button's name tells it to those who do not see it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <CopyToClipboard
      variant="inline"
      textToCopy={text}
      copyButtonAriaLabel={`Copy the ${what}`}
      copySuccessText="Copied"
      copyErrorText="It could not be copied"
    />
  )
}
