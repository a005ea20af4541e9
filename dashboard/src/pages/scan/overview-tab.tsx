/** Shows the coverage and the resource counts of a scan, once both are loaded. */
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Coverage } from '../../session/scan.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { Loading } from '../../shared/loading.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { ResourceCounts } from './resource-counts.tsx'

export function OverviewTab({
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
    return <Loading />
  }
  return (
    <SpaceBetween size="m">
      {coverage.data === undefined ? (
        <QueryFailure query={coverage} header="Couldn’t load the coverage. Resources may be missing below." />
      ) : (
        <CoverageSummary coverage={coverage.data} isLive={isLive} scanId={scanId} />
      )}
      <ResourceCounts scanId={scanId} progress={progress} coverage={coverage.data ?? []} isLive={isLive} />
    </SpaceBetween>
  )
}
