/** Streams the items of one collector to another, from the first one on. Each is kept only until it is read. */

/** A stream for one reader. */
export type ItemStream<Item> = AsyncIterable<Item> & {
  push(items: readonly Item[]): void
  /** Ends the stream. With an error, the reader fails after the items. Only the first end counts. */
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
      if (isRead) throw new Error('An item stream can only be read once')
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
