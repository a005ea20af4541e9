/** Leaves out of account-wide lists what does not concern the scanned region. */
import type { Relation, Resource } from './resource-graph.ts'

/** `pointed to`: something that was read points to it. `pointing to`: it points to something that was read. */
export type Keep = 'all' | 'pointed to' | 'pointing to'

type Parts = { readonly resources: readonly Resource[]; readonly relations: readonly Relation[] }

/** What remains, with the relations of what remains. `keepOf` tells for each type what is kept of it. */
export function keepConcerned(parts: Parts, keepOf: (type: string) => Keep): Parts {
  const partial = parts.resources.filter(({ type }) => keepOf(type) !== 'all')
  if (partial.length === 0) return parts
  const regional = new Set(parts.resources.filter(({ type }) => keepOf(type) === 'all').map(key))
  const candidates = new Map(partial.map((resource) => [key(resource), keepOf(resource.type)]))
  const kept = new Set(regional)
  // What is kept may keep more: a policy of a role of a function. Ends, since each round keeps more.
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const { source, target } of parts.relations) {
      const [from, to] = [key(source), key(target)]
      if (kept.has(from) && candidates.get(to) === 'pointed to') kept.add(to)
      if (kept.has(to) && candidates.get(from) === 'pointing to') kept.add(from)
    }
  }
  return {
    resources: parts.resources.filter((resource) => kept.has(key(resource))),
    relations: parts.relations.filter(({ source }) => kept.has(key(source))),
  }
}

function key({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type}\u0000${id}`
}
