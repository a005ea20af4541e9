/** The completed scans of an account’s region, newest first, with what changed in each since the one before. */
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Pagination from '@cloudscape-design/components/pagination'
import Spinner from '@cloudscape-design/components/spinner'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { ChangeSummary } from '../../../../contract/session/change-summary.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { queryString } from '../../http/query-string.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import type { ScanListPage } from '../../session/scan-list.ts'
import { changeSummaryQuery, timelineList } from '../../session/timeline.ts'
import { Loading } from '../../shared/loading.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { counted, formatCount } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'
import { areaTitles } from './area-titles.ts'
import './timeline.css'

const titles = new Map<string, string>([['exposure', 'Exposure'], ...areaTitles, ['coverage', 'Coverage']])

export function Timeline({
  scan,
  isOpen,
  onToggle,
}: {
  readonly scan: SessionScan
  /** Nothing is loaded before. */
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}) {
  return (
    <ExpandableSection
      headerText={`Timeline of ${scan.accountAlias}, ${scan.region}`}
      headingTagOverride="h3"
      expanded={isOpen}
      onChange={({ detail }) => onToggle(detail.expanded)}
    >
      {isOpen && <Rows scan={scan} />}
    </ExpandableSection>
  )
}

function Rows({ scan }: { readonly scan: SessionScan }) {
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<ScanListPage>(timelineList(scan))
  const scans = query.data?.scans ?? []
  const summaries = useSummaries(scans)
  if (query.isError) return <QueryFailure query={query} header="Couldn’t load the scans" />
  if (query.data === undefined) return <Loading />
  return (
    <>
      <ul className="timeline" aria-label="Timeline">
        {scans.map((each, place) => (
          <Row key={each.id} scan={each} isShown={each.id === scan.id} summary={summaries[place]} />
        ))}
      </ul>
      {pageCount > 1 && (
        <Pagination
          ariaLabels={{ paginationLabel: 'Pages of the timeline' }}
          currentPageIndex={page}
          pagesCount={pageCount}
          openEnd={hasMore}
          onChange={({ detail }) => goTo(detail.currentPageIndex)}
        />
      )}
    </>
  )
}

/** Loads one after the other, because each compares two scans. */
function useSummaries(scans: readonly SessionScan[]) {
  const queries = useQueryClient()
  const keys = scans.map(({ id }) => changeSummaryQuery(id).queryKey)
  const next = keys.findIndex((key) => (queries.getQueryState(key)?.status ?? 'pending') === 'pending')
  return useQueries({
    queries: scans.map(({ id }, place) => ({ ...changeSummaryQuery(id), enabled: next === -1 || place <= next })),
  })
}

function Row({
  scan: { id, createdAt },
  isShown,
  summary,
}: {
  readonly scan: SessionScan
  /** Whether it is the scan of this page. */
  readonly isShown: boolean
  readonly summary: ReturnType<typeof useSummaries>[number] | undefined
}) {
  const base = summary?.data?.baseId
  return (
    <li aria-current={isShown ? 'true' : undefined}>
      <div>
        <PageLink variant="primary" href={`/scans/${id}/changes${queryString({ base, timeline: 'open' })}`}>
          <TimeText at={createdAt} form="short" />
        </PageLink>
        {isShown && <div className="timeline-counts">This scan</div>}
      </div>
      <div className="timeline-changes">
        {summary?.isError === true && <QueryFailure query={summary} header="Couldn’t compare the scans" />}
        {summary?.isPending === true && <Spinner />}
        {summary?.data !== undefined && <Summary summary={summary.data} />}
      </div>
    </li>
  )
}

function Summary({ summary: { baseId, top, areas, unknown } }: { readonly summary: ChangeSummary }) {
  if (baseId === null) return <>First scan</>
  const counts = areas.map(({ area, count }) => `${titles.get(area) ?? area}: ${formatCount(count)}`)
  if (unknown > 0) counts.push(`${counted(unknown, 'resource')} couldn’t be compared`)
  return (
    <>
      <div>{top ?? 'No changes'}</div>
      {counts.length > 0 && (
        <ul className="timeline-counts">
          {counts.map((count) => (
            <li key={count}>{count}</li>
          ))}
        </ul>
      )}
    </>
  )
}
