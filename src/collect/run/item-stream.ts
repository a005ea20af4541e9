/** What one collector takes from the items of another, on its way: from the first on, and kept no longer than until it is read. */

/** For one reader. */
export type ItemStream<Item> = AsyncIterable<Item> & {
  push(items: readonly Item[]): void
  /** No more items; with an error, the reader fails with it after the items. What comes after the first end is lost. */
  end(error?: Error): void
}

export function createItemStream<Item>(): ItemStream<Item> {
  let waiting: Item[] = []
  let ended: { readonly error: Error | undefined } | null = null
  let changed = Promise.withResolvers<void>()
  let isRead = false

  function wake(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  return {
    push(items) {
      if (ended !== null) return
      for (const item of items) waiting.push(item)
      wake()
    },
    end(error) {
      ended ??= { error }
      wake()
    },
    async *[Symbol.asyncIterator]() {
      if (isRead) throw new Error('An item stream is read once')
      isRead = true
      for (;;) {
        const told = waiting
        waiting = []
        yield* told
        if (waiting.length > 0) continue
        if (ended !== null) {
          if (ended.error !== undefined) throw ended.error
          return
        }
        await changed.promise
      }
    },
  }
}
