import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prefetchPages } from './prefetch-pages.ts'

type Page = { readonly number: number; readonly items: readonly unknown[] }

/** Pages of the given number of items, and the number of requested pages. */
function list(count: number, size: number, error?: Error) {
  const state = { asked: 0, ended: false }
  async function* read(): AsyncGenerator<Page> {
    try {
      for (let number = 0; number < count; number += 1) {
        state.asked += 1
        await nextTurn()
        yield { number, items: Array.from({ length: size }) }
      }
      if (error !== undefined) throw error
    } finally {
      state.ended = true
    }
  }
  return { state, pages: read() }
}

/** Work that ends on request. */
function heldWork() {
  const started: number[] = []
  const gates = new Map<number, PromiseWithResolvers<void>>()
  return {
    started,
    work: (page: Page): Promise<void> => {
      started.push(page.number)
      const gate = Promise.withResolvers<void>()
      gates.set(page.number, gate)
      return gate.promise
    },
    end: (number: number) => gates.get(number)?.resolve(),
    fail: (number: number, error: Error) => gates.get(number)?.reject(error),
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

test('processes every page once', async () => {
  const worked: number[] = []
  await prefetchPages(list(12, 10).pages, 35, async ({ number }) => {
    await nextTurn()
    worked.push(number)
  })
  expect(worked.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('fetches further pages during processing, up to the limit of items', async () => {
  const { state, pages } = list(5, 10)
  const { started, work, end } = heldWork()
  const done = prefetchPages(pages, 35, work)
  await turns(50)
  expect([started, state.asked]).toEqual([[0, 1, 2], 3])
  end(1)
  await turns(50)
  expect([started, state.asked]).toEqual([[0, 1, 2, 3], 4])
  for (const number of [0, 2, 3]) end(number)
  await turns(50)
  end(4)
  await done
})

test('fetches no page in advance if one page reaches the limit', async () => {
  const { state, pages } = list(2, 1_000)
  const { work, end } = heldWork()
  const done = prefetchPages(pages, 10, work)
  await turns(20)
  expect(state.asked).toBe(1)
  end(0)
  await turns(20)
  expect(state.asked).toBe(2)
  end(1)
  await done
})

test('fails with the error of the list after the earlier pages are processed', async () => {
  const { work, end, started } = heldWork()
  const done = prefetchPages(list(2, 10, new Error('the list broke off')).pages, 35, work)
  const state = { settled: false }
  done
    .finally(() => {
      state.settled = true
    })
    .catch(() => undefined)
  await turns(50)
  expect([started, state.settled]).toEqual([[0, 1], false])
  end(0)
  end(1)
  await expect(done).rejects.toThrow('the list broke off')
})

test('ends the list and fails if a page cannot be processed', async () => {
  const { state, pages } = list(100, 10)
  const { work, end, fail } = heldWork()
  const done = prefetchPages(pages, 35, work)
  // Checked below.
  done.catch(() => undefined)
  await turns(50)
  fail(1, new Error('the page is malformed'))
  for (let number = 0; number < 5; number += 1) {
    await turns(10)
    end(number)
  }
  await expect(done).rejects.toThrow('the page is malformed')
  expect(state.ended).toBe(true)
  expect(state.asked).toBeLessThan(6)
})

test('ends the list if processing fails to start', async () => {
  const { state, pages } = list(100, 10)
  const done = prefetchPages(pages, 35, () => {
    throw new Error('over')
  })
  await expect(done).rejects.toThrow('over')
  expect(state).toEqual({ asked: 1, ended: true })
})

test('throws the first of several errors', async () => {
  const { work, fail } = heldWork()
  const done = prefetchPages(list(2, 10, new Error('the list broke off')).pages, 25, work)
  done.catch(() => undefined)
  await turns(50)
  fail(0, new Error('the page is malformed'))
  await turns(20)
  fail(1, new Error('this page as well'))
  await expect(done).rejects.toThrow('the page is malformed')
})
