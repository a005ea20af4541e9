import { expect, test } from 'vitest'
import { createItemStream } from './item-stream.ts'

async function all(stream: AsyncIterable<number>): Promise<number[]> {
  const items: number[] = []
  for await (const item of stream) items.push(item)
  return items
}

const numbers = Array.from({ length: 1_000 }, (_, index) => index)

test.for(['before', 'while', 'after'])(
  'a reader that starts %s items arrive gets all of them in order',
  async (begins) => {
    const stream = createItemStream<number>()
    const read = begins === 'before' ? all(stream) : null
    stream.push(numbers.slice(0, 600))
    const readMeanwhile = begins === 'while' ? all(stream) : null
    await Promise.resolve()
    stream.push(numbers.slice(600))
    stream.end()
    expect(await (read ?? readMeanwhile ?? all(stream))).toEqual(numbers)
  },
)

test('keeps items that arrive between two reads', async () => {
  const stream = createItemStream<number>()
  const reader = stream[Symbol.asyncIterator]()
  for (const expected of numbers) {
    stream.push([expected])
    expect((await reader.next()).value).toBe(expected)
  }
  stream.end()
  expect((await reader.next()).done).toBe(true)
})

test('the reader gets the error after the items, and ignores what follows', async () => {
  const stream = createItemStream<number>()
  stream.push([1, 2])
  stream.end(new Error('the list broke off'))
  stream.push([3])
  stream.end()
  const reader = stream[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe(1)
  expect((await reader.next()).value).toBe(2)
  await expect(reader.next()).rejects.toThrow('the list broke off')
})

test('a second reader is rejected', async () => {
  const stream = createItemStream<number>()
  stream.end()
  expect(await all(stream)).toEqual([])
  await expect(all(stream)).rejects.toThrow('read once')
})
