import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { largeGraph, threeTierGraph } from '../diagram/testing/sample-graphs.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { cacheLastGraph } from './graph-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the graph and counts the reads. */
function reading(graph: ResourceGraph | null) {
  const counted = { reads: 0, read: () => Promise.resolve(((counted.reads += 1), graph)) }
  return counted
}

test('reads the graph of the same scan once', async () => {
  const lastGraph = cacheLastGraph()
  const [one, other] = [reading(threeTierGraph()), reading(largeGraph(2, 3))]
  const first = await lastGraph('one', one.read)
  expect(await lastGraph('one', one.read)).toBe(first)
  expect(one.reads).toBe(1)
  await lastGraph('other', other.read)
  expect(await lastGraph('one', one.read)).toEqual(first)
  expect([one.reads, other.reads]).toEqual([2, 1])
})

test('forgets it after a minute without use', async () => {
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

test('does not cache a large graph or a missing one', async () => {
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
