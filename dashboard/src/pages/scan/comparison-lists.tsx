/** The changes of a comparison by area, the most important first, and what couldn’t be compared. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Comparison } from '../../session/comparison.ts'
import { coverageStatuses } from '../../shared/coverage-statuses.ts'
import { capitalized, counted, formatCount, kindName } from '../../shared/resource-kind.ts'
import { areaTitles } from './area-titles.ts'
import { ChangedValues } from './changed-values.tsx'
import { ComparedExposures } from './compared-exposures.tsx'
import { ComparedResource } from './compared-resource.tsx'
import './comparison.css'

const pageSize = 20

export function ComparisonLists({ comparison, scanId }: { readonly comparison: Comparison; readonly scanId: string }) {
  const { base, changes, unimportant, unknown, coverageChanged, exposures } = comparison
  const map = { scanId, base: base.id }
  const isWhole = unknown.length + exposures.unknown.length === 0
  return (
    <SpaceBetween size="m">
      {changes.every(({ area }) => area === 'coverage') && (
        <Alert type={isWhole ? 'success' : 'info'} statusIconAriaLabel={isWhole ? 'Success' : 'Info'}>
          No changes in resources that both scans could read.
        </Alert>
      )}
      {unimportant > 0 && (
        <Box variant="small">
          {counted(unimportant, 'resource')} changed only in values that AWS updates by itself, for example the status
          during a backup.
        </Box>
      )}
      {unknown.length > 0 && (
        <Alert
          type="warning"
          statusIconAriaLabel="Warning"
          header={`${counted(unknown.length, 'resource')} couldn’t be compared`}
        >
          Only one of the two scans could read these resources. They don’t count as added, removed, or changed.
        </Alert>
      )}
      <Section title="Exposures opened" items={exposures.opened}>
        {(page) => <ComparedExposures exposures={page} scanId={scanId} map={map} />}
      </Section>
      <Section title="Exposures closed" items={exposures.closed}>
        {(page) => <ComparedExposures exposures={page} scanId={base.id} map={map} />}
      </Section>
      <Section title="Exposures changed" items={exposures.changed}>
        {(page) => <ComparedExposures exposures={page} scanId={scanId} map={map} />}
      </Section>
      {areaTitles.map(([area, title]) => (
        <Section key={area} title={title} items={changes.filter((change) => change.area === area)}>
          {(page) =>
            page.map(({ kind, resource: { id, ...resource }, summary, details }) =>
              id === null ? null : (
                <ComparedResource
                  key={keyOf({ id, ...resource })}
                  resource={{ id, ...resource }}
                  scanId={kind === 'removed' ? base.id : scanId}
                  map={map}
                >
                  {kind !== 'changed' && <div>{summary}.</div>}
                  <ChangedValues details={details} />
                </ComparedResource>
              ),
            )
          }
        </Section>
      ))}
      <Section title="Coverage" items={coverageChanged}>
        {(page) =>
          page.map(({ type, before, after }) => (
            <li key={type}>
              {capitalized(kindName(type))}: {statusName(before)} → {statusName(after)}
            </li>
          ))
        }
      </Section>
      <Section title="Exposures that couldn’t be compared" items={exposures.unknown}>
        {(page) => <ComparedExposures exposures={page} scanId={scanId} baseId={base.id} map={map} />}
      </Section>
      <Section title="Couldn’t be compared" items={unknown}>
        {(page) =>
          page.map(({ unreadIn, ...resource }) => (
            <ComparedResource
              key={keyOf(resource)}
              resource={resource}
              scanId={unreadIn === 'base' ? scanId : base.id}
              map={map}
            >
              {unreadIn === 'base' ? 'Couldn’t be read in the base scan.' : 'Couldn’t be read in this scan.'}
            </ComparedResource>
          ))
        }
      </Section>
    </SpaceBetween>
  )
}

/** Renders nothing without items. Long lists are collapsed and paged. */
function Section<Item>({
  title,
  items,
  children,
}: {
  readonly title: string
  readonly items: readonly Item[]
  readonly children: (page: readonly Item[]) => ReactNode
}) {
  const [page, setPage] = useState(1)
  if (items.length === 0) return null
  const pageCount = Math.ceil(items.length / pageSize)
  const shown = Math.min(page, pageCount)
  return (
    <ExpandableSection
      headerText={`${title} (${formatCount(items.length)})`}
      headingTagOverride="h3"
      defaultExpanded={items.length <= pageSize}
    >
      <ul className="comparison" aria-label={title}>
        {children(items.slice((shown - 1) * pageSize, shown * pageSize))}
      </ul>
      {pageCount > 1 && (
        <Pagination
          ariaLabels={{ paginationLabel: `Pages of ${title}` }}
          currentPageIndex={shown}
          pagesCount={pageCount}
          onChange={({ detail }) => setPage(detail.currentPageIndex)}
        />
      )}
    </ExpandableSection>
  )
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`
}

function statusName(status: Comparison['coverageChanged'][number]['before']): string {
  return status === null ? 'Not requested' : coverageStatuses[status][1]
}
