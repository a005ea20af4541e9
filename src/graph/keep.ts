/** Leaves out of account-wide lists what does not concern the scanned region. */
import type { ResourceReference } from './resource-graph.ts'

/**
 * `pointed to`: something that was read points to it. `pointing to`: it points to something that was read. `connected`: either.
 */
export type Keep = 'all' | 'pointed to' | 'pointing to' | 'connected'

/** What is kept of a type's list, and the types whose relations decide it: unread, they leave it uncertain. */
export type KeepRule = { readonly keep: Keep; readonly decidedBy: readonly string[] }

export const keepEverything: KeepRule = { keep: 'all', decidedBy: [] }

type Pointing = ResourceReference & { readonly targets: readonly ResourceReference[] }

/** What remains, in the same order. `keepOf` tells for each type what is kept of it. */
export function keepConcerned<Read extends Pointing>(
  read: readonly Read[],
  keepOf: (type: string) => KeepRule,
): readonly Read[] {
  const partial = read.filter(({ type }) => keepOf(type).keep !== 'all')
  if (partial.length === 0) return read
  const kept = new Set(read.filter(({ type }) => keepOf(type).keep === 'all').map(key))
  const candidates = new Map(partial.map((resource) => [key(resource), keepOf(resource.type).keep]))
  const deciding = read.flatMap((source) =>
    source.targets
      .map((target) => [key(source), key(target)] as const)
      .filter(([from, to]) => isKeptBySource(candidates.get(to)) || isKeptByTarget(candidates.get(from))),
  )
  // What is kept may keep more: a policy of a role of a function. Ends, since each round keeps more.
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const [from, to] of deciding) {
      if (kept.has(from) && isKeptBySource(candidates.get(to))) kept.add(to)
      if (kept.has(to) && isKeptByTarget(candidates.get(from))) kept.add(from)
    }
  }
  return read.filter((resource) => kept.has(key(resource)))
}

function isKeptBySource(keep: Keep | undefined): boolean {
  return keep === 'pointed to' || keep === 'connected'
}

function isKeptByTarget(keep: Keep | undefined): boolean {
  return keep === 'pointing to' || keep === 'connected'
}

function key({ type, id }: ResourceReference): string {
  return `${type}\u0000${id}`
}
