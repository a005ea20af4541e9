/** Orders the boxes of a flow by how far along it they are. */

export type Link = { readonly source: string; readonly target: string }

/** The number of steps from where the flow begins, by ID. Arrows that close a cycle don't count. */
export function flowRanks(ids: readonly string[], links: readonly Link[]): ReadonlyMap<string, number> {
  const known = new Set(ids)
  const between = links.filter(({ source, target }) => source !== target && known.has(source) && known.has(target))
  const forward = withoutCycles(ids, between)
  const [into, outOf] = [Map.groupBy(forward, ({ target }) => target), Map.groupBy(forward, ({ source }) => source)]
  const ranks = new Map<string, number>()
  const rankOf = (id: string): number => {
    const found = ranks.get(id)
    if (found !== undefined) return found
    const rank = Math.max(0, ...(into.get(id) ?? []).map(({ source }) => rankOf(source) + 1))
    ranks.set(id, rank)
    return rank
  }
  for (const id of ids) rankOf(id)
  // A box without incoming arrows is right before its targets.
  const latest = ids.map((id): readonly [string, number] => {
    const targets = (outOf.get(id) ?? []).map(({ target }) => rankOf(target))
    return [id, into.has(id) || targets.length === 0 ? rankOf(id) : Math.min(...targets) - 1]
  })
  return new Map(latest)
}

/** Ignores arrows that close a cycle. */
function withoutCycles(ids: readonly string[], links: readonly Link[]): readonly Link[] {
  const outOf = Map.groupBy(links, ({ source }) => source)
  const reached = new Set(links.map(({ target }) => target))
  const [onTheWay, seen, back] = [new Set<string>(), new Set<string>(), new Set<Link>()]
  const walk = (id: string): void => {
    seen.add(id)
    onTheWay.add(id)
    for (const link of outOf.get(id) ?? []) {
      if (onTheWay.has(link.target)) back.add(link)
      else if (!seen.has(link.target)) walk(link.target)
    }
    onTheWay.delete(id)
  }
  for (const id of [...ids.filter((each) => !reached.has(each)), ...ids]) if (!seen.has(id)) walk(id)
  return links.filter((link) => !back.has(link))
}
