/** Applies the `Filters` of EC2 and RDS: named values with wildcards, of which any must match. */
import { ProviderError } from './provider-error.ts'
import { type Told, toldValues } from './told-values.ts'
import { matchesWildcard } from './wildcard.ts'

type Tag = { readonly Key?: string | undefined; readonly Value?: string | undefined }
/** EC2's network interfaces use another name for tags than all other resources. */
type Tagged = { readonly Tags?: readonly Tag[]; readonly TagSet?: readonly Tag[] }
export type Filter = { readonly Name?: string | undefined; readonly Values?: readonly string[] | undefined }

/** The compared member for each filter name, for one kind of resource. */
export type FilterFields<Item> = Readonly<Record<string, Told<Item>>>

/** Returns the resources that match all filters. An unsupported filter name is an error. */
export function applyFilters<Item>(
  items: readonly Item[],
  filters: readonly Filter[],
  fields: FilterFields<Item>,
): readonly Item[] {
  return filters.reduce((kept, { Name = '', Values: patterns = [] }) => {
    const read = tagReader(Name) ?? fields[Name]
    if (read === undefined) {
      throw new ProviderError(
        'SimulatedCloud.UnknownFilter',
        `The filter '${Name}' is not simulated for this operation`,
      )
    }
    return kept.filter((item) =>
      toldValues(item, read as Told<Item>).some(
        (value) =>
          value !== undefined &&
          patterns.some((pattern) => matchesWildcard(pattern, String(value), { ignoreCase: false })),
      ),
    )
  }, items)
}

const tagsOf = (item: unknown) => (item as Tagged).Tags ?? (item as Tagged).TagSet ?? []

function tagReader(name: string): ((item: unknown) => readonly (string | undefined)[]) | undefined {
  if (name === 'tag-key') return (item) => tagsOf(item).map(({ Key }) => Key)
  if (!name.startsWith('tag:')) return undefined
  const key = name.slice('tag:'.length)
  return (item) => tagsOf(item).flatMap(({ Key, Value }) => (Key === key ? [Value] : []))
}
