/** Columns of the resource table. The ID of a sortable column is the sort key of the service. */
import Badge from '@cloudscape-design/components/badge'
import type { TableProps } from '@cloudscape-design/components/table'
import type { ResourceRow } from '../../../../contract/session/resources.ts'
import { queryString } from '../../http/query-string.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { capitalized, formatCount, kindName, serviceOf } from '../../shared/resource-kind.ts'

export const selectableColumns = [
  { id: 'name', label: 'Name' },
  { id: 'kind', label: 'Resource type' },
  { id: 'service', label: 'Service' },
  { id: 'id', label: 'ID' },
  { id: 'network', label: 'VPC' },
  { id: 'public', label: 'Public' },
  { id: 'state', label: 'State' },
  { id: 'relations', label: 'Relations' },
  { id: 'tags', label: 'Tags' },
  { id: 'type', label: 'CloudFormation type' },
  { id: 'arn', label: 'ARN' },
] as const

export const defaultColumns: readonly string[] = ['name', 'kind', 'id', 'network', 'public', 'state', 'tags']

/** `null`: the resource was not read, or only in part. */
export const yesOrNoText = (value: boolean | 'conditional' | null): string =>
  value === null ? 'Unknown' : value === 'conditional' ? 'Conditional' : value ? 'Yes' : 'No'

export function resourceColumns(scanId: string): readonly TableProps.ColumnDefinition<ResourceRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      sortingField: 'name',
      width: 250,
      cell: ({ type, id, name, external, partial }) => (
        <>
          <PageLink href={`/scans/${scanId}/resource${queryString({ type, id })}`}>{name ?? id}</PageLink>{' '}
          {external === true && <Badge>Outside this scan</Badge>}
          {external === null && <Badge color="grey">Unknown</Badge>}
          {partial && <Badge color="severity-medium">Partial</Badge>}
        </>
      ),
    },
    {
      id: 'kind',
      header: 'Resource type',
      sortingField: 'kind',
      width: 180,
      cell: ({ type }) => capitalized(kindName(type)),
    },
    { id: 'service', header: 'Service', width: 150, cell: ({ type }) => serviceOf(type) },
    { id: 'id', header: 'ID', sortingField: 'id', width: 220, cell: ({ id }) => id },
    {
      id: 'network',
      header: 'VPC',
      sortingField: 'network',
      width: 150,
      cell: ({ networks }) => networks.map(({ id, name }) => name ?? id).join(', ') || '–',
    },
    {
      id: 'public',
      header: 'Public',
      sortingField: 'public',
      width: 120,
      // `false` isn’t shown as “No”: most types can’t be public, even in a public subnet.
      cell: (resource) => (resource.public === false ? '–' : yesOrNoText(resource.public)),
    },
    { id: 'state', header: 'State', sortingField: 'state', width: 120, cell: ({ state }) => state ?? '–' },
    {
      id: 'relations',
      header: 'Relations',
      sortingField: 'relations',
      width: 120,
      cell: ({ relations }) => <span className="number">{formatCount(relations)}</span>,
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 300,
      cell: ({ tags }) =>
        Object.entries(tags)
          .map(([key, value]) => `${key}=${value}`)
          .join(', ') || '–',
    },
    { id: 'type', header: 'CloudFormation type', sortingField: 'type', width: 240, cell: ({ type }) => type },
    { id: 'arn', header: 'ARN', width: 400, cell: ({ arn }) => arn ?? '–' },
  ]
}
