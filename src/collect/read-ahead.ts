/** Lets a list be read on while what it has already brought waits: for the tags of its items, for room in the store. */

/**
 * The same pages in the same order. The next page is asked for while all that the reader is not done with, and one more page like
 * the last, hold at most `mostItems`: lists in small pages go on, one in large pages waits. An error comes after the pages before
 * it; a reader that leaves ends the list.
 */
export async function* readAhead<Page>(
  pages: AsyncIterable<Page>,
  sizeOf: (page: Page) => number,
  mostItems: number,
): AsyncGenerator<Page> {
  const waiting: Page[] = []
  /** Handed over or waiting. */
  const held = { pages: 0, items: 0 }
  const list = { isOver: false, isLeft: false }
  let changed = Promise.withResolvers<void>()

  function tell(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  async function fill(): Promise<void> {
    try {
      for await (const page of pages) {
        waiting.push(page)
        held.pages += 1
        held.items += sizeOf(page)
        tell()
        while (!list.isLeft && held.pages > 0 && held.items + sizeOf(page) > mostItems) await changed.promise
        if (list.isLeft) return
      }
    } finally {
      list.isOver = true
      tell()
    }
  }

  const filled = fill()
  // Its error is for the reader, who may have left.
  filled.catch(() => undefined)
  try {
    for (;;) {
      const page = waiting.shift()
      if (page !== undefined) {
        yield page
        held.pages -= 1
        held.items -= sizeOf(page)
        tell()
      } else if (list.isOver) {
        await filled
        return
      } else {
        await changed.promise
      }
    }
  } finally {
    list.isLeft = true
    tell()
  }
}
