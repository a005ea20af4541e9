/** Applies the `Filters` of EC2: names with exact values, of which any must match. */
import { ProviderError } from './provider-error.ts'

type Filter = { readonly Name?: string | undefined; readonly Values?: readonly string[] | undefined }

/** `fields`: the compared member by filter name. Throws a `ProviderError` for any other filter. */
export function applyFilters<Item>(
  items: readonly Item[],
  filters: readonly Filter[],
  fields: Readonly<Record<string, keyof Item>>,
): readonly Item[] {
  return filters.reduce((kept, { Name = '', Values = [] }) => {
    const member = fields[Name]
    if (member !== undefined) return kept.filter((item) => Values.includes(String(item[member])))
    const message = `The filter '${Name}' is not simulated for this operation`
    throw new ProviderError('SimulatedCloud.UnknownFilter', message)
  }, items)
}
