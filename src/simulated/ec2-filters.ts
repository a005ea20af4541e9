/** The `Filters` of EC2 and RDS: named values, any of which must fit, with wildcards. */
import { ProviderError } from './provider-error.ts'
import { matchesWildcard } from './wildcard.ts'

type Tag = { readonly Key?: string | undefined; readonly Value?: string | undefined }
type Filter = { readonly Name?: string | undefined; readonly Values?: readonly string[] | undefined }
type FilterValue = string | number | boolean | undefined

/** What each filter name compares, for one kind of resource. */
export type FilterFields<Item> = Readonly<Record<string, (item: Item) => FilterValue | readonly FilterValue[]>>

/** The resources that fit all filters. A filter name that is not simulated is an error. */
export function applyFilters<Item>(
  items: readonly Item[],
  filters: readonly Filter[] | undefined,
  fields: FilterFields<Item>,
  tags: ((item: Item) => readonly Tag[] | undefined) | null,
): readonly Item[] {
  return (filters ?? []).reduce((kept, filter) => {
    const read = filterReader(filter.Name ?? '', fields, tags)
    const patterns = filter.Values ?? []
    return kept.filter((item) =>
      [read(item)]
        .flat()
        .some((value) =>
          patterns.some(
            (pattern) => value !== undefined && matchesWildcard(pattern, String(value), { ignoreCase: false }),
          ),
        ),
    )
  }, items)
}

function filterReader<Item>(
  name: string,
  fields: FilterFields<Item>,
  tags: ((item: Item) => readonly Tag[] | undefined) | null,
): (item: Item) => FilterValue | readonly FilterValue[] {
  if (tags !== null && name === 'tag-key') return (item) => (tags(item) ?? []).map((tag) => tag.Key)
  if (tags !== null && name.startsWith('tag:')) {
    const key = name.slice('tag:'.length)
    return (item) => (tags(item) ?? []).filter((tag) => tag.Key === key).map((tag) => tag.Value)
  }
  const field = fields[name]
  if (field === undefined) {
    throw new ProviderError('SimulatedCloud.UnknownFilter', `The filter '${name}' is not simulated for this operation`)
  }
  return field
}
