/** Shows the addresses of a new share link once. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { CreatedShareLink } from '../../../../contract/share-link.ts'
import { StatementBox } from '../../shared/statement-box.tsx'
import { TimeText } from '../../shared/time-text.tsx'

export function CreatedLinkDialog({
  created,
  onClose,
}: {
  readonly created: CreatedShareLink
  readonly onClose: () => void
}) {
  // Relative unless the operator has set PUBLIC_URL.
  const [page, svg, png] = [created.pageUrl, created.svgUrl, created.pngUrl].map(
    (url) => new URL(url, globalThis.location.origin).href,
  )
  const addresses = [
    { label: 'Page', text: page ?? '' },
    { label: 'SVG', text: svg ?? '' },
    { label: 'PNG', text: png ?? '' },
    { label: 'Markdown', text: `![${markdownText(created.viewName)}](${svg})` },
    ...(created.frameAncestors.length === 0
      ? []
      : [{ label: 'Frame', text: `<iframe src="${page}" width="100%" height="600"></iframe>` }]),
  ]
  return (
    <Modal
      visible
      size="large"
      header={`Link to ${created.viewName}`}
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
          Copy the link now. You can’t view it again. It expires <TimeText at={created.expiresAt} form="short" />.
        </Alert>
        {addresses.map(({ label, text }) => (
          <div key={label}>
            <Box variant="awsui-key-label">{label}</Box>
            <StatementBox value={text} label={label} />
            <CopyToClipboard
              copyButtonText={`Copy ${label === 'Page' || label === 'Frame' ? label.toLowerCase() : label}`}
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

/** Brackets would end the text of the picture. */
function markdownText(text: string): string {
  return text.replaceAll(/[[\]\\]/gu, String.raw`\$&`)
}
