/** The changes of a comparison by area, the most important first, and what couldn’t be compared. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { groupChanges, groupExposures } from '../../../../contract/alike-changes.ts'
import type { Comparison } from '../../session/comparison.ts'
import { coverageStatuses } from '../../shared/coverage-statuses.ts'
import { capitalized, counted, formatCount, kindName } from '../../shared/resource-kind.ts'
import { areaTitles } from './area-titles.ts'
import { ChangedValues } from './changed-values.tsx'
import { ComparedExposures } from './compared-exposures.tsx'
import { ComparedGroup } from './compared-group.tsx'
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
      <Section title="Exposures opened" groups={groupExposures(exposures.opened)}>
        {(page) => <ComparedExposures groups={page} scanId={scanId} map={map} />}
      </Section>
      <Section title="Exposures closed" groups={groupExposures(exposures.closed)}>
        {(page) => <ComparedExposures groups={page} scanId={base.id} map={map} />}
      </Section>
      <Section title="Exposures changed" groups={groupExposures(exposures.changed)}>
        {(page) => <ComparedExposures groups={page} scanId={scanId} map={map} />}
      </Section>
      {areaTitles.map(([area, title]) => (
        <Section
          key={area}
          title={title}
          groups={groupChanges(changes.filter((change) => change.area === area).filter(isOfResource))}
        >
          {(page) =>
            page.map((group) => {
              const [{ kind, resource, summary, details }] = group
              return (
                <ComparedGroup
                  key={keyOf(resource)}
                  resources={group.map((change) => change.resource)}
                  scanId={kind === 'removed' ? base.id : scanId}
                  map={map}
                >
                  {kind !== 'changed' && <div>{group.length === 1 ? summary : capitalized(kind)}.</div>}
                  <ChangedValues details={details} />
                </ComparedGroup>
              )
            })
          }
        </Section>
      ))}
      <Section title="Coverage" groups={alone(coverageChanged)}>
        {(page) =>
          page.map(([{ type, before, after }]) => (
            <li key={type}>
              {capitalized(kindName(type))}: {statusName(before)} → {statusName(after)}
            </li>
          ))
        }
      </Section>
      <Section title="Exposures that couldn’t be compared" groups={groupExposures(exposures.unknown)}>
        {(page) => <ComparedExposures groups={page} scanId={scanId} baseId={base.id} map={map} />}
      </Section>
      <Section title="Couldn’t be compared" groups={alone(unknown)}>
        {(page) =>
          page.map(([{ unreadIn, ...resource }]) => (
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

type Group<Item> = readonly [Item, ...Item[]]

function alone<Item>(items: readonly Item[]): readonly Group<Item>[] {
  return items.map((item) => [item])
}

/** Renders nothing without items. Long lists are collapsed and paged. */
function Section<Item>({
  title,
  groups,
  children,
}: {
  readonly title: string
  /** Each of them has an entry. */
  readonly groups: readonly Group<Item>[]
  readonly children: (page: readonly Group<Item>[]) => ReactNode
}) {
  const [page, setPage] = useState(1)
  if (groups.length === 0) return null
  const pageCount = Math.ceil(groups.length / pageSize)
  const shown = Math.min(page, pageCount)
  const count = groups.reduce((sum, group) => sum + group.length, 0)
  return (
    <ExpandableSection
      headerText={`${title} (${formatCount(count)})`}
      headingTagOverride="h3"
      defaultExpanded={groups.length <= pageSize}
    >
      <ul className="comparison" aria-label={title}>
        {children(groups.slice((shown - 1) * pageSize, shown * pageSize))}
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

type Change = Comparison['changes'][number]
type ChangeOfResource = Change & { readonly resource: { readonly id: string } }

function isOfResource(change: Change): change is ChangeOfResource {
  return change.resource.id !== null
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`
}

function statusName(status: Comparison['coverageChanged'][number]['before']): string {
  return status === null ? 'Not requested' : coverageStatuses[status][1]
}
