import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createItemReads } from './item-reads.ts'

const errors: unknown[] = []
const ended = new AbortController()
const options = {
  permissions: ['dynamodb:ListTables', 'dynamodb:DescribeTable'],
  signal: ended.signal,
  onError: (error: unknown) => void errors.push(error),
}
afterEach(() => void errors.splice(0))

function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}

test('reads the items of a long list in order, with limited concurrency', async () => {
  const { each } = createItemReads(options)
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

test('throws the error of one item unchanged and reads no further items', async () => {
  const { each } = createItemReads(options)
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

const whenUnread = { listed: (name: string) => ({ name }) }

async function readAll(failures: Readonly<Record<string, Error>>, more: object = {}) {
  const reads = createItemReads(options)
  const items = await reads.each(
    Object.keys(failures),
    (name) =>
      failures[name]?.name === 'none' ? Promise.resolve({ name, size: 1 }) : Promise.reject(failures[name] as Error),
    { ...whenUnread, ...more },
  )
  return { items, note: () => reads.note(), partial: items.map(reads.isPartial) }
}

test.each(['InternalServerError', 'KMSDisabledException', 'TimeoutError', 'UnknownOperationException', 'SomethingNew'])(
  '%s of one item keeps its listed data, and reads the others',
  async (name) => {
    const { items, note, partial } = await readAll({ a: named('none'), b: named(name), c: named('none') })
    expect(items).toEqual([{ name: 'a', size: 1 }, { name: 'b' }, { name: 'c', size: 1 }])
    expect(partial).toEqual([false, true, false])
    expect(note()).toMatch(/^Details of 1 resource couldn't be read/)
    expect(errors).toHaveLength(1)
  },
)

test('keeps the listed data of all items if every read fails', async () => {
  const { items, note } = await readAll({ a: named('InternalServerError'), b: named('AccessDeniedException') })
  expect(items).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(note()).toMatch(/^Details of 2 resources couldn't be read/)
})

test('a denial of every item denies the type, unless the list is enough', async () => {
  const denied = { a: named('AccessDeniedException'), b: named('AccessDeniedException') }
  const { note } = await readAll(denied)
  expect(note).toThrow('AccessDeniedException')
  expect((await readAll(denied, { listIsEnough: true })).note()).toMatch(/^Details of 2 resources couldn't be read/)
  expect(errors).toEqual([])
})

test('leaves deleted items out, and tries the smaller call before the listed data', async () => {
  const { items, partial } = await readAll(
    { a: named('ResourceNotFoundException'), b: named('InternalServerError') },
    { less: (name: string) => Promise.resolve({ name, status: 'less' }) },
  )
  expect(items).toEqual([{ name: 'b', status: 'less' }])
  expect(partial).toEqual([true])
  const again = await readAll(
    { b: named('InternalServerError') },
    { less: () => Promise.reject(named('AccessDeniedException')) },
  )
  expect(again.items).toEqual([{ name: 'b' }])
})

test('keeps items whose data another service could not find', async () => {
  const { items, partial } = await readAll({ a: named('ResourceNotFoundException') }, { asksElsewhere: true })
  expect(items).toEqual([{ name: 'a' }])
  expect(partial).toEqual([true])
})

test('does not count the end of the scan as an error of an item', async () => {
  const aborted = AbortSignal.abort()
  const { each } = createItemReads({ ...options, signal: aborted })
  await expect(each(['a'], () => Promise.reject(named('AbortError')), whenUnread)).rejects.toThrow('AbortError')
})

test('only the first items of all pages are read, the others are partial, and the note says why', async () => {
  const { each, eachOfFirst, note, isPartial } = createItemReads(options)
  const read = vi.fn<(name: string) => Promise<{ name: string; isRead: boolean }>>((name) =>
    Promise.resolve({ name, isRead: true }),
  )
  const bounds = { ...whenUnread, most: 3, why: 'They are too many.' }
  expect(await eachOfFirst(['a', 'b'], read, bounds)).toEqual([
    { name: 'a', isRead: true },
    { name: 'b', isRead: true },
  ])
  expect(note()).toBeNull()
  const second = await eachOfFirst(['c', 'd', 'e'], read, bounds)
  expect(read.mock.calls.flat()).toEqual(['a', 'b', 'c'])
  expect(second.map(isPartial)).toEqual([false, true, true])
  expect(await eachOfFirst(undefined, read, bounds)).toEqual([])
  expect(note()).toBe('2 were not described in full. They are too many.')
  await each(['f'], () => Promise.reject(named('AccessDeniedException')), { ...whenUnread, listIsEnough: true })
  expect(note()).toMatch(
    /^Details of 1 resource couldn't be read\. .* 2 were not described in full. They are too many.$/,
  )
})
