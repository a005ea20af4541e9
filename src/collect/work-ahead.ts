/** Lets a list be read on while what it has already brought is worked on: waits for the tags of its items, for room in the store. */

/**
 * Works on each page as it comes, on several at once. The next page is asked for while all that is being worked on, and one more
 * page like the last, hold at most `mostItems`: lists in small pages go on, one in large pages waits. An error ends the list at its
 * next page. Rejects with the first one, once nothing is being worked on any more.
 */
export async function workAhead<Page extends { readonly size: number }>(
  pages: AsyncIterable<Page>,
  mostItems: number,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const held = { pages: 0, items: 0 }
  const state: { failure: { readonly error: unknown } | null } = { failure: null }
  let changed = Promise.withResolvers<void>()

  async function workOn(size: number, working: Promise<void>): Promise<void> {
    held.pages += 1
    held.items += size
    try {
      await working
    } catch (error) {
      state.failure ??= { error }
    }
    held.pages -= 1
    held.items -= size
    changed.resolve()
    changed = Promise.withResolvers()
  }

  try {
    for await (const page of pages) {
      if (state.failure !== null) break
      void workOn(page.size, work(page))
      while (held.pages > 0 && held.items + page.size > mostItems) await changed.promise
    }
  } catch (error) {
    state.failure ??= { error }
  }
  while (held.pages > 0) await changed.promise
  if (state.failure !== null) throw state.failure.error
}
