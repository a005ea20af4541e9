/** That there is nothing at an address, and the way on from there. */
import Alert from '@cloudscape-design/components/alert'
import { PageLink } from './page-link.tsx'
import { RequestId } from './request-id.tsx'

export type Missing = {
  /** What it would be, e.g. `scan`. */
  readonly what: string
  readonly href: string
  /** Where that leads, e.g. `Go to scans`. */
  readonly wayOn: string
}

export function MissingAlert({
  missing: { what, href, wayOn },
  error,
}: {
  readonly missing: Missing
  readonly error: unknown
}) {
  return (
    <Alert type="warning" statusIconAriaLabel="Warning" header={`There is no such ${what}`}>
      The address may be wrong, or it was removed since. <PageLink href={href}>{wayOn}</PageLink>
      <RequestId error={error} />
    </Alert>
  )
}
