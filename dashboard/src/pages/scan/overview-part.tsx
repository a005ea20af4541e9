/** What a scan found, under what it could not read: neither is shown before both are known. */
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Coverage } from '../../session/scan.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { Starting } from '../../shared/starting.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { FoundCounts } from './found-counts.tsx'

export function OverviewPart({
  scanId,
  progress,
  coverage,
  isLive,
}: {
  readonly scanId: string
  readonly progress: Readonly<Record<string, number>> | null
  readonly coverage: UseQueryResult<readonly Coverage[]>
  readonly isLive: boolean
}) {
  if (coverage.isLoading) {
    return <Starting />
  }
  return (
    <SpaceBetween size="m">
      {coverage.data === undefined ? (
        <QueryFailure query={coverage} header="Couldn't load the coverage: resources may be missing below" />
      ) : (
        <CoverageSummary coverage={coverage.data} isLive={isLive} scanId={scanId} />
      )}
      <FoundCounts scanId={scanId} progress={progress} coverage={coverage.data ?? []} isLive={isLive} />
    </SpaceBetween>
  )
}
