/** The resources of a scan in a table. The service filters and sorts; all matches can be exported as CSV. */
import Button from '@cloudscape-design/components/button'
import CollectionPreferences from '@cloudscape-design/components/collection-preferences'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import PropertyFilter from '@cloudscape-design/components/property-filter'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ResourceList } from '../../../../contract/session/resources.ts'
import { queryString } from '../../http/query-string.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import type { Coverage } from '../../session/scan.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { counted, formatCount } from '../../shared/resource-kind.ts'
import { saveFile } from '../../shared/save-file.ts'
import { usePreference } from '../../shared/use-preference.ts'
import {
  filterOfTokens,
  filterProperties,
  isFiltered,
  queryOf,
  type ResourceSelection,
  selectionOf,
  useFilterOptions,
} from './resource-filter.ts'
import { resourceColumns, selectableColumns, defaultColumns } from './resource-columns.tsx'

const pageSizes = [20, 50, 100]

export function ResourcesTab({
  scanId,
  coverage,
}: {
  readonly scanId: string
  readonly coverage: readonly Coverage[]
}) {
  const [search, setSearch] = useSearchParams()
  const selection = selectionOf(search)
  const { sort, descending, ...filter } = selection
  const query = queryOf(filter)
  const [preferences, setPreferences] = usePreference('resources', {
    columns: defaultColumns,
    pageSize: 50,
    wrapLines: false,
  })
  const [isSaving, setSaving] = useState(false)
  const notify = useNotify()
  const {
    query: list,
    page,
    pageCount,
    hasMore,
    goTo,
  } = useCursorPages<ResourceList>({
    key: ['resources', scanId],
    path: `/session/scans/${scanId}/resources`,
    parameters: selection,
    pageSize: preferences.pageSize,
  })
  // Deferred: React renders the rows in slices, and the browser handles input between them.
  const shown = useDeferredValue(list.data)
  const items = shown?.resources ?? []
  const options = useFilterOptions(scanId, coverage, items)

  const columns = resourceColumns(scanId)
  const select = (chosen: ResourceSelection) => setSearch(new URLSearchParams(queryString(chosen)), { replace: true })

  const saveCsv = () => {
    setSaving(true)
    saveFile(`/session/scans/${scanId}/resources${queryString({ ...selection, format: 'csv' })}`, 'resources.csv')
      .catch((error: unknown) =>
        notify({ type: 'error', content: failureText('Couldn’t export the resources', error) }),
      )
      .finally(() => setSaving(false))
  }

  return (
    <SpaceBetween size="m">
      <QueryFailure query={list} header="Couldn’t load the resources" />
      <Table
        columnDefinitions={columns}
        columnDisplay={selectableColumns.map(({ id }) => ({ id, visible: preferences.columns.includes(id) }))}
        items={items}
        trackBy={({ type, id }) => `${type} ${id}`}
        loading={shown === undefined && !list.isError}
        loadingText="Loading the resources"
        {...(sort !== undefined && { sortingColumn: columns.find(({ id }) => id === sort) ?? { sortingField: sort } })}
        sortingDescending={descending === true}
        onSortingChange={({ detail: { sortingColumn, isDescending } }) =>
          select({
            ...filter,
            ...selectionOf(
              new URLSearchParams({
                sort: sortingColumn.sortingField ?? '',
                descending: String(isDescending === true),
              }),
            ),
          })
        }
        wrapLines={preferences.wrapLines}
        resizableColumns
        ariaLabels={{ tableLabel: 'Resources' }}
        header={
          <Header
            variant="h2"
            counter={shown === undefined ? undefined : `(${formatCount(shown.matches)})`}
            actions={
              <Button iconName="download" loading={isSaving} onClick={saveCsv}>
                Download CSV
              </Button>
            }
          >
            Resources
          </Header>
        }
        filter={
          <PropertyFilter
            query={query}
            onChange={({ detail }) =>
              select({
                ...filterOfTokens(detail.tokens),
                ...(sort !== undefined && { sort }),
                ...(descending === true && { descending }),
              })
            }
            countText={shown === undefined || !isFiltered(filter) ? '' : counted(shown.matches, 'match', 'matches')}
            filteringConstraintText={
              query.tokens.length > 1 &&
              'Values of one property, or of one tag key, are alternatives (or). All properties must match (and).'
            }
            filteringProperties={filterProperties}
            filteringOptions={options}
            hideOperations
            filteringPlaceholder="Find by name, ID, type, tag, VPC, or state"
            filteringAriaLabel="Find resources"
            expandToViewport
          />
        }
        preferences={
          <CollectionPreferences
            title="Preferences"
            confirmLabel="Save"
            cancelLabel="Cancel"
            preferences={{
              pageSize: preferences.pageSize,
              wrapLines: preferences.wrapLines,
              visibleContent: preferences.columns,
            }}
            pageSizePreference={{
              title: 'Page size',
              options: pageSizes.map((value) => ({ value, label: `${value} rows` })),
            }}
            wrapLinesPreference={{ label: 'Wrap lines', description: 'Show the full text on several lines.' }}
            visibleContentPreference={{
              title: 'Columns',
              options: [{ label: 'Resource', options: [...selectableColumns] }],
            }}
            onConfirm={({ detail }) =>
              setPreferences({
                columns: [...(detail.visibleContent ?? defaultColumns)],
                pageSize: detail.pageSize ?? 50,
                wrapLines: detail.wrapLines ?? false,
              })
            }
          />
        }
        pagination={
          <Pagination
            currentPageIndex={page}
            pagesCount={pageCount}
            openEnd={hasMore && (shown?.matches ?? Infinity) > pageCount * preferences.pageSize}
            onChange={({ detail }) => goTo(detail.currentPageIndex)}
          />
        }
        empty={
          isFiltered(filter) ? (
            <EmptyTable
              title="No matching resources"
              text="Resources that couldn’t be read aren’t listed. Check the coverage."
              action={<Button onClick={() => setSearch({})}>Show all resources</Button>}
            />
          ) : (
            <EmptyTable title="No resources" text="This scan found no resources." />
          )
        }
      />
    </SpaceBetween>
  )
}
