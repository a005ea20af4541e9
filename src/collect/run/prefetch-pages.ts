/** Fetches the next pages of a list while earlier pages are processed, or wait for tags or storage. */

/**
 * Processes pages concurrently as they arrive. The next page is fetched while the pages in progress, plus one of the
 * same size as the last, have at most `maxItems` items. Lists with small pages continue, a list with large pages waits.
 * An error ends the list at its next page. Rejects with the first error after all pages in progress have ended, and
 * passes it to `onFailure` at once.
 */
export async function prefetchPages<Page extends { readonly items: readonly unknown[] }>(
  pages: AsyncIterable<Page>,
  maxItems: number,
  process: (page: Page) => Promise<void>,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  const inWork = { pages: 0, items: 0 }
  const state: { failure: { readonly error: unknown } | null } = { failure: null }
  let changed = Promise.withResolvers<void>()

  function fail(error: unknown): void {
    if (state.failure !== null) return
    state.failure = { error }
    onFailure(error)
  }

  async function track(size: number, processing: Promise<void>): Promise<void> {
    inWork.pages += 1
    inWork.items += size
    try {
      await processing
    } catch (error) {
      fail(error)
    }
    inWork.pages -= 1
    inWork.items -= size
    changed.resolve()
    changed = Promise.withResolvers()
  }

  try {
    for await (const page of pages) {
      if (state.failure !== null) break
      const size = page.items.length
      void track(size, process(page))
      while (inWork.pages > 0 && inWork.items + size > maxItems) await changed.promise
    }
  } catch (error) {
    fail(error)
  }
  while (inWork.pages > 0) await changed.promise
  if (state.failure !== null) throw state.failure.error
}
