/** Columns of the table of resources. */
import Badge from '@cloudscape-design/components/badge'
import type { TableProps } from '@cloudscape-design/components/table'
import type { ResourceObject } from '../../../../contract/resource.ts'
import { queryString } from '../../http/query-string.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { capitalized, formatCount, kindName, serviceOf } from '../../shared/resource-kind.ts'
import { stateOf } from './resource-state.ts'

export const selectableColumns = [
  { id: 'name', label: 'Name' },
  { id: 'kind', label: 'Kind' },
  { id: 'service', label: 'Service' },
  { id: 'id', label: 'Id' },
  { id: 'state', label: 'State' },
  { id: 'relations', label: 'Relations' },
  { id: 'tags', label: 'Tags' },
  { id: 'type', label: 'Type' },
  { id: 'arn', label: 'ARN' },
] as const

export const shownFirst: readonly string[] = ['name', 'kind', 'id', 'state', 'relations', 'tags']

export function resourceColumns(scanId: string): readonly TableProps.ColumnDefinition<ResourceObject>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 260,
      cell: ({ type, id, name, external, partial }) => (
        <>
          <PageLink href={`/scans/${scanId}/resource${queryString({ type, id })}`}>{name ?? id}</PageLink>{' '}
          {external === true && <Badge>elsewhere</Badge>}
          {external === null && <Badge color="grey">not read</Badge>}
          {partial && <Badge color="severity-medium">in part</Badge>}
        </>
      ),
    },
    { id: 'kind', header: 'Kind', width: 180, cell: ({ type }) => capitalized(kindName(type)) },
    { id: 'service', header: 'Service', width: 150, cell: ({ type }) => serviceOf(type) },
    { id: 'id', header: 'Id', width: 240, cell: ({ id }) => id },
    { id: 'state', header: 'State', width: 120, cell: (resource) => stateOf(resource) ?? '–' },
    {
      id: 'relations',
      header: 'Relations',
      width: 120,
      cell: ({ relations }) => <span className="number">{formatCount(relations.length)}</span>,
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 320,
      cell: ({ tags }) =>
        Object.entries(tags)
          .map(([key, value]) => `${key}=${value}`)
          .join(', ') || '–',
    },
    { id: 'type', header: 'Type', width: 240, cell: ({ type }) => type },
    { id: 'arn', header: 'ARN', width: 400, cell: ({ arn }) => arn ?? '–' },
  ]
}
