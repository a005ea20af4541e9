import { expect, test } from 'vitest'
import { createDrawnCache, type Drawn } from './drawn-cache.ts'

const picture = (size: number): Drawn => ({ bytes: new Uint8Array(size), mediaType: 'image/png', etag: `"${size}"` })

test('keeps pictures up to the limit, and removes the one that was not requested for the longest time', () => {
  const cache = createDrawnCache(100)
  cache.set('a', picture(40))
  cache.set('b', picture(60))
  expect(cache.get('a')?.etag).toBe('"40"')
  cache.set('c', picture(50))
  expect([cache.get('a')?.etag, cache.get('b'), cache.get('c')?.etag]).toEqual(['"40"', undefined, '"50"'])
  cache.set('d', picture(10))
  expect([cache.get('a'), cache.get('c'), cache.get('d')].map((found) => found?.etag)).toEqual(['"40"', '"50"', '"10"'])
})

test('a replaced picture counts once', () => {
  const cache = createDrawnCache(100)
  cache.set('a', picture(60))
  cache.set('a', picture(50))
  cache.set('b', picture(50))
  expect([cache.get('a')?.etag, cache.get('b')?.etag]).toEqual(['"50"', '"50"'])
})

test('a picture above the limit is not kept, and removes no other', () => {
  const cache = createDrawnCache(100)
  cache.set('a', picture(100))
  cache.set('b', picture(101))
  expect([cache.get('a')?.etag, cache.get('b')]).toEqual(['"100"', undefined])
})
