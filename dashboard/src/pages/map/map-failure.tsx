/** In place of a map that cannot be shown: why, and where to go from there. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { MissingAlert } from '../../shared/missing-alert.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'

export function MapFailure({
  title,
  scanId,
  failed,
  isScan,
  onShowAll,
}: {
  readonly title: string
  readonly scanId: string
  /** `null`: the map is one of another scan. */
  readonly failed: { readonly error: Error | null; readonly refetch: () => Promise<unknown> } | null
  /** Whether it is the scan itself that could not be read. */
  readonly isScan: boolean
  /** `null`: the whole map was asked for. */
  readonly onShowAll: (() => void) | null
}) {
  const missing = isScan
    ? { what: 'scan', href: '/scans', wayOn: 'Go to scans' }
    : { what: 'map', href: `/scans/${scanId}`, wayOn: 'Go to the scan' }
  return (
    <div className="map-failure">
      <SpaceBetween size="m">
        <Header variant="h1">{title}</Header>
        {failed === null ? (
          <MissingAlert missing={missing} error={null} />
        ) : (
          <QueryFailure
            query={failed}
            header="The map could not be read"
            // A filter that leaves nothing is refused like a map that does not exist.
            missing={isScan || onShowAll === null ? missing : undefined}
          />
        )}
        {onShowAll !== null && <Button onClick={onShowAll}>Show the whole map</Button>}
      </SpaceBetween>
    </div>
  )
}
