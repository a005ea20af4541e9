/** The lists of a comparison: added, removed, changed, and resources that couldn’t be compared. */
import Alert from '@cloudscape-design/components/alert'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Comparison } from '../../session/comparison.ts'
import { counted, formatCount } from '../../shared/resource-kind.ts'
import { ChangedValues } from './changed-values.tsx'
import { ComparedExposures } from './compared-exposures.tsx'
import { ComparedRelations } from './compared-relations.tsx'
import { ComparedResource } from './compared-resource.tsx'
import './comparison.css'

const pageSize = 20

export function ComparisonLists({ comparison, scanId }: { readonly comparison: Comparison; readonly scanId: string }) {
  const { base, added, removed, changed, unknown, relationsAdded, relationsRemoved, exposures } = comparison
  const lists = [added, removed, changed, relationsAdded, relationsRemoved]
  const changes = [...lists, exposures.opened, exposures.closed, exposures.changed]
  const total = changes.reduce((sum, { length }) => sum + length, 0)
  return (
    <SpaceBetween size="m">
      {total === 0 && (
        <Alert type="success" statusIconAriaLabel="Success">
          No changes in resources that both scans could read.
        </Alert>
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
        {(page) => <ComparedExposures exposures={page} scanId={scanId} />}
      </Section>
      <Section title="Exposures closed" items={exposures.closed}>
        {(page) => <ComparedExposures exposures={page} scanId={base.id} />}
      </Section>
      <Section title="Exposures changed" items={exposures.changed}>
        {(page) => <ComparedExposures exposures={page} scanId={scanId} />}
      </Section>
      <Section title="Added" items={added}>
        {(page) =>
          page.map((resource) => <ComparedResource key={keyOf(resource)} resource={resource} scanId={scanId} />)
        }
      </Section>
      <Section title="Removed" items={removed}>
        {(page) =>
          page.map((resource) => (
            <ComparedResource key={keyOf(resource)} resource={resource} scanId={base.id} isInBase />
          ))
        }
      </Section>
      <Section title="Changed" items={changed}>
        {(page) =>
          page.map((resource) => (
            <ComparedResource key={keyOf(resource)} resource={resource} scanId={scanId}>
              <ChangedValues changes={resource.changes} />
            </ComparedResource>
          ))
        }
      </Section>
      <Section title="Relations added" items={relationsAdded}>
        {(page) => <ComparedRelations relations={page} scanId={scanId} />}
      </Section>
      <Section title="Relations removed" items={relationsRemoved}>
        {(page) => <ComparedRelations relations={page} scanId={base.id} />}
      </Section>
      <Section title="Exposures that couldn’t be compared" items={exposures.unknown}>
        {(page) => <ComparedExposures exposures={page} scanId={scanId} baseId={base.id} />}
      </Section>
      <Section title="Couldn’t be compared" items={unknown}>
        {(page) =>
          page.map(({ unreadIn, ...resource }) => (
            <ComparedResource
              key={keyOf(resource)}
              resource={resource}
              scanId={unreadIn === 'base' ? scanId : base.id}
              isInBase={unreadIn === 'scan'}
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
