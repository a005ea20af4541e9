/** Lists of a comparison: resources, values that changed, relations. */
import Pagination from '@cloudscape-design/components/pagination'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import { useCollection } from '@cloudscape-design/collection-hooks'
import { capitalized, kindName } from '../../shared/resource-kind.ts'
import { queryString } from '../../http/query-string.ts'
import { PageLink } from '../../shared/page-link.tsx'
import type { Comparison } from '../../session/comparison.ts'

const pageSize = 20

type Compared = Comparison['added'][number]

export function ComparedResources({
  label,
  resources,
  scanId,
}: {
  readonly label: string
  readonly resources: readonly Compared[]
  /** The scan that has them, to link to; null: no link. */
  readonly scanId: string | null
}) {
  return (
    <PagedTable
      label={label}
      items={resources}
      columns={[
        {
          id: 'name',
          header: 'Name',
          isRowHeader: true,
          cell: ({ name, id, type }) =>
            scanId === null ? (
              (name ?? id)
            ) : (
              <PageLink href={`/scans/${scanId}/resource${queryString({ type, id })}`}>{name ?? id}</PageLink>
            ),
        },
        { id: 'kind', header: 'Kind', cell: ({ type }) => capitalized(kindName(type)) },
        { id: 'id', header: 'Id', cell: ({ id }) => id },
      ]}
    />
  )
}

type ChangedValue = { readonly resource: Compared; readonly change: Comparison['changed'][number]['changes'][number] }

export function ChangedResources({ resources }: { readonly resources: Comparison['changed'] }) {
  const values: readonly ChangedValue[] = resources.flatMap((resource) =>
    resource.changes.map((change) => ({ resource, change })),
  )
  return (
    <PagedTable
      label="Changed"
      items={values}
      columns={[
        { id: 'name', header: 'Name', isRowHeader: true, cell: ({ resource: { name, id } }) => name ?? id },
        { id: 'kind', header: 'Kind', cell: ({ resource: { type } }) => capitalized(kindName(type)) },
        { id: 'path', header: 'What', cell: ({ change: { path } }) => <code>{path.join('.')}</code> },
        { id: 'before', header: 'Before', cell: ({ change: { before } }) => <code>{valueText(before)}</code> },
        { id: 'after', header: 'Now', cell: ({ change: { after } }) => <code>{valueText(after)}</code> },
      ]}
    />
  )
}

export function Relations({
  label,
  relations,
}: {
  readonly label: string
  readonly relations: Comparison['relationsAdded']
}) {
  return (
    <PagedTable
      label={label}
      items={relations}
      columns={[
        {
          id: 'source',
          header: 'From',
          isRowHeader: true,
          cell: ({ source }) => `${source.id} (${kindName(source.type)})`,
        },
        { id: 'verb', header: 'Relation', cell: ({ verb }) => verb },
        { id: 'target', header: 'To', cell: ({ target }) => `${target.id} (${kindName(target.type)})` },
        { id: 'evidence', header: 'Evidence', cell: ({ evidence }) => evidence },
      ]}
    />
  )
}

function PagedTable<Item>({
  label,
  items,
  columns,
}: {
  readonly label: string
  readonly items: readonly Item[]
  readonly columns: readonly TableProps.ColumnDefinition<Item>[]
}) {
  const collection = useCollection(items, { pagination: { pageSize } })
  return (
    <Table
      {...collection.collectionProps}
      variant="embedded"
      wrapLines
      items={collection.items}
      columnDefinitions={columns}
      ariaLabels={{ tableLabel: label }}
      {...(items.length > pageSize && { pagination: <Pagination {...collection.paginationProps} /> })}
    />
  )
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? '–' : JSON.stringify(value)
}
