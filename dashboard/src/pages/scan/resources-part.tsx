/** All resources of a scan in one table: filtered by the service, columns to choose, the whole as CSV. */
import Button from '@cloudscape-design/components/button'
import CollectionPreferences from '@cloudscape-design/components/collection-preferences'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import PropertyFilter from '@cloudscape-design/components/property-filter'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { PageMeta } from '../../../../contract/envelope.ts'
import type { ResourceObject } from '../../../../contract/resource.ts'
import { queryString } from '../../http/query-string.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import type { Coverage } from '../../session/scan.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { saveFile } from '../../shared/save-file.ts'
import { usePreference } from '../../shared/use-preference.ts'
import { filterProperties, parametersOf, queryOf, useFilterOptions } from './resource-filter.ts'
import { resourceColumns, selectableColumns, shownFirst } from './resource-columns.tsx'

const pageSizes = [20, 50, 100]

export function ResourcesPart({
  scanId,
  coverage,
}: {
  readonly scanId: string
  readonly coverage: readonly Coverage[]
}) {
  const [search, setSearch] = useSearchParams()
  const parameters = parametersOf(search)
  const [preferences, setPreferences] = usePreference('resources', {
    columns: shownFirst,
    pageSize: 50,
    wrapLines: false,
  })
  const [isSaving, setSaving] = useState(false)
  const notify = useNotify()
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<{
    readonly resources: readonly ResourceObject[]
    readonly meta: PageMeta
  }>({
    key: ['resources', scanId],
    path: `/session/scans/${scanId}/resources`,
    parameters,
    pageSize: preferences.pageSize,
  })
  // Deferred: rows are drawn in slices, between which the browser can answer people.
  const shown = useDeferredValue(query.data)
  const items = shown?.resources ?? []
  const options = useFilterOptions(scanId, coverage, items)

  const saveCsv = () => {
    setSaving(true)
    saveFile(`/session/scans/${scanId}/resources${queryString({ ...parameters, format: 'csv' })}`, 'resources.csv')
      .catch((error: unknown) => notify({ type: 'error', content: failureText('The file could not be made', error) }))
      .finally(() => setSaving(false))
  }

  return (
    <SpaceBetween size="m">
      <QueryFailure query={query} header="The resources could not be read" />
      <Table
        columnDefinitions={resourceColumns(scanId)}
        columnDisplay={selectableColumns.map(({ id }) => ({ id, visible: preferences.columns.includes(id) }))}
        items={items}
        trackBy={({ type, id }) => `${type} ${id}`}
        loading={shown === undefined && !query.isError}
        loadingText="Reading the resources"
        wrapLines={preferences.wrapLines}
        resizableColumns
        ariaLabels={{ tableLabel: 'Resources' }}
        header={
          <Header
            variant="h2"
            actions={
              <Button iconName="download" loading={isSaving} onClick={saveCsv}>
                CSV
              </Button>
            }
          >
            Resources
          </Header>
        }
        filter={
          <PropertyFilter
            query={queryOf(parameters)}
            onChange={({ detail }) => setSearch(new URLSearchParams(parametersOf(detail)), { replace: true })}
            filteringProperties={filterProperties}
            filteringOptions={options}
            hideOperations
            filteringPlaceholder="Find by name, id, type, tag, network, state"
            filteringAriaLabel="Find resources"
            expandToViewport
          />
        }
        preferences={
          <CollectionPreferences
            title="Columns and pages"
            confirmLabel="Save"
            cancelLabel="Cancel"
            preferences={{
              pageSize: preferences.pageSize,
              wrapLines: preferences.wrapLines,
              visibleContent: preferences.columns,
            }}
            pageSizePreference={{
              title: 'Rows on a page',
              options: pageSizes.map((value) => ({ value, label: `${value} rows` })),
            }}
            wrapLinesPreference={{ label: 'Wrap lines', description: 'Show all of a text, on several lines.' }}
            visibleContentPreference={{
              title: 'Columns',
              options: [{ label: 'Resource', options: [...selectableColumns] }],
            }}
            onConfirm={({ detail }) =>
              setPreferences({
                columns: [...(detail.visibleContent ?? shownFirst)],
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
            openEnd={hasMore}
            onChange={({ detail }) => goTo(detail.currentPageIndex)}
          />
        }
        empty={
          Object.keys(parameters).length > 0 ? (
            <EmptyTable
              title="No resource matches"
              text="What could not be read is not here either: see the coverage."
              action={<Button onClick={() => setSearch({})}>Show all resources</Button>}
            />
          ) : (
            <EmptyTable title="No resources" text="Nothing was found that could be read." />
          )
        }
      />
    </SpaceBetween>
  )
}
