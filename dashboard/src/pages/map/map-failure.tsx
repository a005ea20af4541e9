/** Replaces a diagram that can’t be shown: the reason, and a link to continue. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { NotFoundAlert } from '../../shared/not-found-alert.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'

export function MapFailure({
  title,
  scanId,
  failed,
  isScan,
  onShowAll,
  showAllText,
}: {
  readonly title: string
  readonly scanId: string
  /** `null`: the diagram belongs to another scan. */
  readonly failed: { readonly error: Error | null; readonly refetch: () => Promise<unknown> } | null
  /** Whether the scan itself couldn’t be loaded. */
  readonly isScan: boolean
  /** `null` without a filter. */
  readonly onShowAll: (() => void) | null
  readonly showAllText: string
}) {
  const missing = isScan
    ? { what: 'scan', href: '/scans', linkText: 'Go to scans' }
    : { what: 'diagram', href: `/scans/${scanId}`, linkText: 'Go to the scan' }
  return (
    <div className="map-failure">
      <SpaceBetween size="m">
        <Header variant="h1">{title}</Header>
        {failed === null ? (
          <NotFoundAlert missing={missing} error={null} />
        ) : (
          <QueryFailure
            query={failed}
            header="Couldn’t load the diagram"
            // A filter without matches gets the same 404 as a missing diagram.
            missing={isScan || onShowAll === null ? missing : undefined}
          />
        )}
        {onShowAll !== null && <Button onClick={onShowAll}>{showAllText}</Button>}
      </SpaceBetween>
    </div>
  )
}
