import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Pages of ten items each, and how many of them were asked for. */
function list(pages: number, error?: Error) {
  const state = { asked: 0, ended: false }
  async function* read(): AsyncGenerator<readonly number[]> {
    try {
      for (let page = 0; page < pages; page += 1) {
        state.asked += 1
        await nextTurn()
        yield Array.from({ length: 10 }, (_, index) => page * 10 + index)
      }
      if (error !== undefined) throw error
    } finally {
      state.ended = true
    }
  }
  return { state, pages: readAhead(read(), (page) => page.length, 35) }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

test('hands on every page, in order', async () => {
  const read: number[] = []
  for await (const page of list(12).pages) read.push(...page)
  expect(read).toEqual(Array.from({ length: 120 }, (_, index) => index))
})

test('reads on while a page waits for its reader, as far as the items allow', async () => {
  const { state, pages } = list(100)
  const first = await pages.next()
  expect(first.value).toHaveLength(10)
  await turns(50)
  expect(state.asked).toBe(3)
  await pages.next()
  await turns(50)
  expect(state.asked).toBe(4)
})

test('asks for no page ahead where one is as large as all that may wait', async () => {
  const asked: number[] = []
  async function* large(): AsyncGenerator<number> {
    for (let page = 0; page < 5; page += 1) {
      asked.push(page)
      yield page
    }
  }
  const pages = readAhead(large(), () => 1_000, 10)
  await pages.next()
  await turns(20)
  expect(asked).toEqual([0])
  await pages.next()
  expect(asked).toEqual([0, 1])
})

test('fails with the error of the list after the pages before it', async () => {
  const { pages } = list(2, new Error('the list broke off'))
  expect((await pages.next()).done).toBe(false)
  expect((await pages.next()).done).toBe(false)
  await expect(pages.next()).rejects.toThrow('the list broke off')
})

test('ends the list when its reader leaves', async () => {
  const { state, pages } = list(100)
  for await (const _ of pages) break
  await turns(20)
  expect(state.ended).toBe(true)
  expect(state.asked).toBeLessThan(6)
})
