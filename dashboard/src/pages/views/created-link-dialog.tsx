/** Shows the addresses of a new share link once. */
import type { CreatedShareLink } from '../../../../contract/share-link.ts'
import { SecretDialog } from '../../shared/secret-dialog.tsx'
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
  const frame = `<iframe src="${page}" width="100%" height="600"></iframe>`
  return (
    <SecretDialog
      header={`Link to ${created.viewName}`}
      warning={
        <>
          Copy the link now. You can’t view it again. It expires <TimeText at={created.expiresAt} form="short" />.
        </>
      }
      texts={[
        { label: 'Page', copyText: 'Copy page', text: page ?? '' },
        { label: 'SVG', copyText: 'Copy SVG', text: svg ?? '' },
        { label: 'PNG', copyText: 'Copy PNG', text: png ?? '' },
        { label: 'Markdown', copyText: 'Copy Markdown', text: `![${markdownText(created.viewName)}](${svg})` },
        ...(created.frameAncestors.length === 0 ? [] : [{ label: 'Frame', copyText: 'Copy frame', text: frame }]),
      ]}
      onClose={onClose}
    />
  )
}

/** Brackets would end the text of the picture. */
function markdownText(text: string): string {
  return text.replaceAll(/[[\]\\]/gu, String.raw`\$&`)
}
