/** Pages lists that continue after a name instead of a page token, in alphabetical order. */
import { ProviderError } from './provider-error.ts'
import type { OperationContext } from './service.ts'

export type NamesAfter = {
  /** The last name of the previous page; absent for the first page. */
  readonly start: string | undefined
  readonly size: number
  readonly largest: number
}

export function namesAfter(
  names: readonly (string | undefined)[],
  { start, size, largest }: NamesAfter,
  { pageTokens }: OperationContext,
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
  const held = pageTokens.shortPages === true ? 1 : size
  return { page: following.slice(0, held), hasMore: following.length > held }
}
