import { expect, test } from 'vitest'
import { createItemStream } from './item-stream.ts'

async function all(stream: AsyncIterable<number>): Promise<number[]> {
  const items: number[] = []
  for await (const item of stream) items.push(item)
  return items
}

const numbers = Array.from({ length: 1_000 }, (_, index) => index)

test('each reader gets every item in order, whenever it starts', async () => {
  const stream = createItemStream<number>(2)
  stream.push(numbers.slice(0, 600))
  const early = all(stream)
  await Promise.resolve()
  stream.push(numbers.slice(600))
  stream.end()
  expect(await early).toEqual(numbers)
  expect(await all(stream)).toEqual(numbers)
})

test('readers that go on while others lag behind lose nothing', async () => {
  const stream = createItemStream<number>(2)
  const [fast, slow] = [stream[Symbol.asyncIterator](), stream[Symbol.asyncIterator]()]
  stream.push(numbers)
  stream.end()
  for (const expected of numbers) expect((await fast.next()).value).toBe(expected)
  for (const expected of numbers) expect((await slow.next()).value).toBe(expected)
  expect((await slow.next()).done).toBe(true)
})

test('readers fail with the error after the items', async () => {
  const stream = createItemStream<number>(1)
  stream.push([1, 2])
  stream.end(new Error('the list broke off'))
  const reader = stream[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe(1)
  expect((await reader.next()).value).toBe(2)
  await expect(reader.next()).rejects.toThrow('the list broke off')
})
