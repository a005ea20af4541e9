/** Lists that go on after a name instead of a page token: the names in alphabetical order, cut into pages. */

export type NamesAfter = {
  /** The last name of the previous page; the first page begins without. */
  readonly start: string | undefined
  readonly size: number
}

export function namesAfter(
  names: readonly (string | undefined)[],
  { start, size }: NamesAfter,
): { readonly page: string[]; readonly hasMore: boolean } {
  const following = names
    .filter((name) => name !== undefined)
    .toSorted()
    .filter((name) => start === undefined || name > start)
  return { page: following.slice(0, size), hasMore: following.length > size }
}
