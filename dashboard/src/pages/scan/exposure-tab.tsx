/** What of a scan can be reached from outside the account, or used by others. The URL has the filters. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import Table, { type TableProps } from '@cloudscape-design/components/table'
import { useSearchParams } from 'wouter'
import type { PageMeta } from '../../../../contract/envelope.ts'
import type { ExposureObject } from '../../../../contract/exposure.ts'
import { spacedList } from '../../../../contract/list-text.ts'
import { queryString } from '../../http/query-string.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { capitalized, kindName, kindNamePlural } from '../../shared/resource-kind.ts'
import { sourceText } from '../../shared/source-text.ts'
import { useNarrow } from '../../shared/use-narrow.ts'

const pageSize = 50

const verdicts: Readonly<Record<ExposureObject['verdict'], readonly [StatusIndicatorProps.Type, string]>> = {
  open: ['error', 'Open'],
  conditional: ['warning', 'Conditional'],
  unknown: ['info', 'Unknown'],
}

export function ExposureTab({ scanId }: { readonly scanId: string }) {
  const [search, setSearch] = useSearchParams()
  const isNarrow = useNarrow()
  const verdict = Object.keys(verdicts).find((known) => known === search.get('verdict'))
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<{
    readonly exposures: readonly ExposureObject[]
    readonly meta: PageMeta
  }>({
    key: ['exposure', scanId],
    path: `/session/scans/${scanId}/exposure`,
    parameters: verdict === undefined ? {} : { verdict },
    pageSize,
  })
  return (
    <SpaceBetween size="m">
      <QueryFailure query={query} header="Couldn’t load the exposure" />
      <Table
        columnDefinitions={isNarrow ? narrowColumns(scanId) : columns(scanId)}
        items={query.data?.exposures ?? []}
        loading={query.isLoading}
        loadingText="Loading the exposure"
        wrapLines
        ariaLabels={{ tableLabel: 'Exposure' }}
        header={
          <Header
            variant="h2"
            description="What can be reached from outside the account, or used by others. Each combination of resource and source has its own row. Unknown: Surveyor couldn’t read settings that decide, so it may be open."
          >
            Exposure
          </Header>
        }
        filter={
          <SegmentedControl
            label="Verdict"
            selectedId={verdict ?? 'all'}
            options={[{ id: 'all', text: 'All' }, ...Object.entries(verdicts).map(([id, [, text]]) => ({ id, text }))]}
            onChange={({ detail }) =>
              setSearch(detail.selectedId === 'all' ? {} : { verdict: detail.selectedId }, { replace: true })
            }
          />
        }
        pagination={
          <Pagination
            currentPageIndex={page}
            pagesCount={pageCount}
            openEnd={hasMore}
            onChange={({ detail }) => goTo(detail.currentPageIndex)}
          />
        }
        empty={
          verdict === undefined ? (
            <EmptyTable title="No exposure" text="Nothing in this scan can be reached from outside the account." />
          ) : (
            <EmptyTable
              title="No matches"
              text={`Nothing has the verdict ${verdict}.`}
              action={<Button onClick={() => setSearch({})}>Show all</Button>}
            />
          )
        }
      />
    </SpaceBetween>
  )
}

type Columns = readonly TableProps.ColumnDefinition<ExposureObject>[]

const columns = (scanId: string): Columns => [
  {
    id: 'resource',
    header: 'Resource',
    isRowHeader: true,
    minWidth: 150,
    cell: (exposure) => <Exposed exposure={exposure} scanId={scanId} />,
  },
  { id: 'verdict', header: 'Verdict', minWidth: 130, cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { id: 'from', header: 'From', minWidth: 110, cell: (exposure) => capitalized(sourceText(exposure)) },
  { id: 'ports', header: 'Ports', minWidth: 90, cell: portsText },
  {
    id: 'why',
    header: 'Opened by',
    minWidth: 200,
    cell: (exposure) => <Why exposure={exposure} scanId={scanId} />,
  },
]

/** Everything below each other. */
const narrowColumns = (scanId: string): Columns => [
  {
    id: 'exposure',
    header: 'Exposure',
    isRowHeader: true,
    cell: (exposure) => (
      <>
        <Exposed exposure={exposure} scanId={scanId} />
        <Verdict verdict={exposure.verdict} />
        <div>
          From {sourceText(exposure)}
          {exposure.protocol !== null && `, ${portsText(exposure)}`}
        </div>
        <Why exposure={exposure} scanId={scanId} />
      </>
    ),
  },
]

function Verdict({ verdict }: Pick<ExposureObject, 'verdict'>) {
  return <StatusIndicator type={verdicts[verdict][0]}>{verdicts[verdict][1]}</StatusIndicator>
}

type ExposureProps = { readonly exposure: ExposureObject; readonly scanId: string }

function Exposed({ exposure: { resource }, scanId }: ExposureProps) {
  const { type, id, name } = resource
  if (id === null) return `Any of the ${kindNamePlural(type)}`
  return (
    <div className="any-break">
      <PageLink href={`/scans/${scanId}/resource${queryString({ type, id })}`}>{name ?? id}</PageLink>
      <Box fontSize="body-s" color="text-body-secondary">
        {capitalized(kindName(type))}
      </Box>
    </div>
  )
}

function Why({ exposure: { by, condition, path, unknownBecause, accessAnalyzer }, scanId }: ExposureProps) {
  return (
    <div className="any-break">
      <div>{capitalized(by)}</div>
      {condition !== null && <Box color="text-body-secondary">{capitalized(condition)}</Box>}
      {unknownBecause.map(({ type, action }) => (
        <Box key={`${type} ${action}`} color="text-body-secondary">
          Couldn’t be read: {kindNamePlural(type)}
          {action !== null && (
            <>
              {' '}
              (<code>{action}</code>)
            </>
          )}
        </Box>
      ))}
      {accessAnalyzer !== null && <Box color="text-body-secondary">{accessAnalyzer}</Box>}
      {path.length > 0 && (
        <ExpandableSection headerText="Path" variant="footer">
          <ol className="plain-list">
            {path.map(({ type, id, evidence }) => (
              <li key={`${type} ${id} ${evidence}`}>
                {capitalized(kindName(type))}{' '}
                <PageLink href={`/scans/${scanId}/resource${queryString({ type, id })}`}>{id}</PageLink>: {evidence}
              </li>
            ))}
          </ol>
        </ExpandableSection>
      )}
    </div>
  )
}

function portsText({ protocol, ports }: ExposureObject): string {
  if (protocol === null && ports === null) return '–'
  if (protocol === 'all') return 'All traffic'
  return spacedList([protocol, ports ?? 'all ports'].filter((part) => part !== null).join(' '))
}
