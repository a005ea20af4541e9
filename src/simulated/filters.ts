/** Applies the `Filters` of EC2 and RDS: named values with wildcards, of which any must match. */
import { ProviderError } from './provider-error.ts'
import { type Told, toldValues } from './told-values.ts'
import { matchesWildcard } from './wildcard.ts'

type Tagged = { readonly Tags?: readonly { readonly Key?: string; readonly Value?: string }[] }
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
    const read = Name.startsWith('tag:') ? tagReader(Name.slice('tag:'.length)) : fields[Name]
    if (read === undefined) {
      throw new ProviderError(
        'SimulatedCloud.UnknownFilter',
        `The filter '${Name}' is not simulated for this operation`,
      )
    }
    return kept.filter((item) =>
      toldValues(item, read).some(
        (value) =>
          value !== undefined &&
          patterns.some((pattern) => matchesWildcard(pattern, String(value), { ignoreCase: false })),
      ),
    )
  }, items)
}

function tagReader(key: string): (item: unknown) => readonly (string | undefined)[] {
  return (item) => ((item as Tagged).Tags ?? []).flatMap(({ Key, Value }) => (Key === key ? [Value] : []))
}
