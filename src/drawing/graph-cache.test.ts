import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { largeGraph, threeTierGraph } from '../diagram/testing/sample-graphs.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { cacheLastGraph } from './graph-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads that are counted. */
function reading(graph: ResourceGraph | null) {
  const counted = { reads: 0, read: () => Promise.resolve(((counted.reads += 1), graph)) }
  return counted
}

test('the graph of the same scan is read once, whatever is drawn of it', async () => {
  const lastGraph = cacheLastGraph()
  const [one, other] = [reading(threeTierGraph()), reading(largeGraph(2, 3))]
  const first = await lastGraph('one', one.read)
  expect(await lastGraph('one', one.read)).toBe(first)
  expect(one.reads).toBe(1)
  await lastGraph('other', other.read)
  expect(await lastGraph('one', one.read)).toEqual(first)
  expect([one.reads, other.reads]).toEqual([2, 1])
})

test('it is forgotten when nobody has looked for a minute', async () => {
  const lastGraph = cacheLastGraph()
  const one = reading(threeTierGraph())
  await lastGraph('one', one.read)
  for (let looks = 0; looks < 3; looks += 1) {
    await vi.advanceTimersByTimeAsync(50_000)
    await lastGraph('one', one.read)
  }
  expect(one.reads).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await lastGraph('one', one.read)
  expect(one.reads).toBe(2)
})

test('one that could fill a thread is not kept, nor is what is not there', async () => {
  const lastGraph = cacheLastGraph()
  const [model] = threeTierGraph().resources
  if (model === undefined) throw new Error('The sample is empty')
  const resources = Array.from({ length: 30_001 }, () => model)
  for (const each of [reading({ ...threeTierGraph(), resources }), reading(null)]) {
    await lastGraph('one', each.read)
    await lastGraph('one', each.read)
    expect(each.reads).toBe(2)
  }
})
