/** Shown for a URL whose subject doesn’t exist, with a link to continue. */
import Alert from '@cloudscape-design/components/alert'
import { PageLink } from './page-link.tsx'
import { RequestId } from './request-id.tsx'
import { capitalized } from './resource-kind.ts'

export type Missing = {
  /** For example `scan`. */
  readonly what: string
  readonly href: string
  /** For example `Go to scans`. */
  readonly linkText: string
}

export function NotFoundAlert({
  missing: { what, href, linkText },
  error,
}: {
  readonly missing: Missing
  readonly error: unknown
}) {
  return (
    <Alert type="warning" statusIconAriaLabel="Warning" header={`${capitalized(what)} not found`}>
      The link may be wrong, or the {what} was deleted. <PageLink href={href}>{linkText}</PageLink>
      <RequestId error={error} />
    </Alert>
  )
}
