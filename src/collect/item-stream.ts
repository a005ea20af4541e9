/** The items of one collector for others that need them: told as they arrive, to any number of readers, from the first on. */

export type ItemStream<Item> = AsyncIterable<Item> & {
  push(items: readonly Item[]): void
  /** No more items; with an error, readers fail with it after the items. */
  end(error?: Error): void
}

export function createItemStream<Item>(): ItemStream<Item> {
  const items: Item[] = []
  let ended: { readonly error: Error | undefined } | null = null
  let changed = Promise.withResolvers<void>()

  function wake(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  return {
    push(more) {
      for (const item of more) items.push(item)
      wake()
    },
    end(error) {
      ended = { error }
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ;) {
        while (next < items.length) {
          const item = items[next]
          next += 1
          yield item as Item
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
