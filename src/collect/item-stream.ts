/** The items of one collector for others that need them: told to each reader from the first on, and kept no longer than that. */

export type ItemStream<Item> = AsyncIterable<Item> & {
  push(items: readonly Item[]): void
  /** No more items; with an error, readers fail with it after the items. */
  end(error?: Error): void
}

/** Items that all readers have had are let go of in steps of so many. */
const releaseStep = 256

/** `readers`: how often the stream will be read; what the last of them has had is released. */
export function createItemStream<Item>(readers: number): ItemStream<Item> {
  let items: Item[] = []
  let released = 0
  const positions: number[] = []
  let ended: { readonly error: Error | undefined } | null = null
  let changed = Promise.withResolvers<void>()

  function wake(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  function release(): void {
    if (positions.length < readers) return
    const had = Math.min(...positions) - released
    if (had < releaseStep) return
    items = items.slice(had)
    released += had
  }

  return {
    push(more) {
      if (readers === 0) return
      for (const item of more) items.push(item)
      wake()
    },
    end(error) {
      ended = { error }
      wake()
    },
    async *[Symbol.asyncIterator]() {
      const reader = positions.push(0) - 1
      for (let next = 0; ;) {
        while (next < released + items.length) {
          const item = items[next - released] as Item
          next += 1
          positions[reader] = next
          release()
          yield item
        }
        if (ended !== null) {
          if (ended.error !== undefined) throw ended.error
          return
        }
        await changed.promise
      }
    },
  }
}
