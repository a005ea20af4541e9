import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createItemReads } from './item-reads.ts'

test('reads about the items of a long list in their order, only some of them at once', async () => {
  const { each } = createItemReads(['s3:GetBucketLocation'])
  const names = Array.from({ length: 500 }, (_, index) => `bucket-${index}`)
  const reads = { now: 0, most: 0 }
  const items = await each(names, async (name) => {
    reads.now += 1
    reads.most = Math.max(reads.most, reads.now)
    await nextTurn()
    reads.now -= 1
    return { name }
  })
  expect(items.map(({ name }) => name)).toEqual(names)
  expect(reads.most).toBe(32)
})

test('an error of one item is thrown as it is, and no further item is asked for', async () => {
  const { each } = createItemReads(['s3:GetBucketLocation'])
  const error = new Error('the connection broke')
  const asked: number[] = []
  const read = each(
    Array.from({ length: 200 }, (_, index) => index),
    async (index) => {
      asked.push(index)
      await nextTurn()
      if (index === 3) throw error
      return index
    },
  )
  await expect(read).rejects.toBe(error)
  await nextTurn()
  expect(asked.length).toBeLessThan(100)
})
