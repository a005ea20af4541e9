/**
 * Groups resources by relations, after setting aside resources used by many. A resource that is left alone then joins
 * the one busy resource that it uses, such as the only table of thirty functions.
 */
import { compareReferences, resourceKey } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'

export type Neighbors = ReadonlyMap<string, ReadonlySet<string>>

/** Resources with more relations don't connect others. */
const mostJoined = 12

/**
 * Groups of at least two, each sorted, in the order of their first members. `neighbors`: by key, in both directions.
 */
export function communities(resources: readonly Resource[], neighbors: Neighbors): readonly (readonly Resource[])[] {
  const sorted = resources.toSorted(compareReferences)
  const known = new Set(sorted.map((resource) => resourceKey(resource)))
  const near = (resource: ResourceReference): readonly string[] =>
    [...(neighbors.get(resourceKey(resource)) ?? [])].filter((key) => known.has(key))
  const busy = new Set(sorted.filter((each) => near(each).length > mostJoined).map((each) => resourceKey(each)))
  const leaders = new Map<string, string>()
  const leaderOf = (key: string): string => {
    const next = leaders.get(key)
    if (next === undefined || next === key) return key
    const leader = leaderOf(next)
    leaders.set(key, leader)
    return leader
  }
  const join = (one: string, other: string): void => {
    const [first, second] = [leaderOf(one), leaderOf(other)]
    if (first !== second) leaders.set(first < second ? second : first, first < second ? first : second)
  }
  const alone = new Set<string>()
  for (const resource of sorted) {
    const key = resourceKey(resource)
    if (busy.has(key)) continue
    const joined = near(resource).filter((other) => !busy.has(other))
    if (joined.length === 0) alone.add(key)
    for (const other of joined) join(key, other)
  }
  for (const resource of sorted) {
    const key = resourceKey(resource)
    if (!alone.has(key)) continue
    const [only, ...others] = near(resource)
    if (only !== undefined && others.length === 0) join(key, only)
  }
  return [...Map.groupBy(sorted, (resource) => leaderOf(resourceKey(resource))).values()].filter(
    ({ length }) => length > 1,
  )
}
