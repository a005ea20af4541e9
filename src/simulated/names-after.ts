/** Lists that go on after a name instead of a page token: the names in alphabetical order, cut into pages. */
import { ProviderError } from './provider-error.ts'

export type NamesAfter = {
  /** The last name of the previous page; the first page begins without. */
  readonly start: string | undefined
  readonly size: number
  readonly largest: number
}

export function namesAfter(
  names: readonly (string | undefined)[],
  { start, size, largest }: NamesAfter,
): { readonly page: string[]; readonly hasMore: boolean } {
  if (size < 1 || size > largest) {
    throw new ProviderError(
      'ValidationException',
      `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint`,
    )
  }
  const following = names
    .filter((name) => name !== undefined)
    .toSorted()
    .filter((name) => start === undefined || name > start)
  return { page: following.slice(0, size), hasMore: following.length > size }
}
