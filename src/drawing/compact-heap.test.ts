import { afterEach, expect, test, vi } from 'vitest'
import { compactHeap } from './compact-heap.ts'

afterEach(() => vi.unstubAllGlobals())

test('the heap is compacted after work about many resources', () => {
  const collect = vi.fn<() => void>()
  vi.stubGlobal('gc', collect)
  compactHeap(49_999)
  expect(collect).not.toHaveBeenCalled()
  compactHeap(50_000)
  expect(collect).toHaveBeenCalledWith({ type: 'major', execution: 'sync', flavor: 'last-resort' })
})

test('without the option of Node, nothing happens', () => {
  vi.stubGlobal('gc', undefined)
  expect(() => compactHeap(50_000)).not.toThrow()
})
