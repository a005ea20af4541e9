/** Leaves out of account-wide lists what does not concern the scanned region. */
import type { ResourceReference } from './resource-graph.ts'

/**
 * `pointed to`: something that was read points to it. `pointing to`: it points to something that was read. `connected`: either.
 */
export type Keep = 'all' | 'pointed to' | 'pointing to' | 'connected'

/** What is kept of a type's list, and the types whose relations decide it: unread, they leave it uncertain. */
export type KeepRule = { readonly keep: Keep; readonly decidedBy: readonly string[] }

export const keepEverything: KeepRule = { keep: 'all', decidedBy: [] }

/** Of references that are the same object for the same resource. */
type Pointing = { readonly reference: ResourceReference; readonly targets: readonly ResourceReference[] }

/** What remains, in the same order. `keepOf` tells for each type what is kept of it. */
export function keepRegional<Read extends Pointing>(
  read: readonly Read[],
  keepOf: (type: string) => KeepRule,
): readonly Read[] {
  const candidates = new Map<ResourceReference, Keep>()
  const kept = new Set<ResourceReference>()
  for (const { reference } of read) {
    const { keep } = keepOf(reference.type)
    if (keep === 'all') kept.add(reference)
    else candidates.set(reference, keep)
  }
  if (candidates.size === 0) return read
  const deciding = read.flatMap(({ reference, targets }) =>
    targets
      .filter((target) => isKeptBySource(candidates.get(target)) || isKeptByTarget(candidates.get(reference)))
      .map((target) => [reference, target] as const),
  )
  // What is kept may keep more: a policy of a role of a function. Ends, since each round keeps more.
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const [from, to] of deciding) {
      if (kept.has(from) && isKeptBySource(candidates.get(to))) kept.add(to)
      if (kept.has(to) && isKeptByTarget(candidates.get(from))) kept.add(from)
    }
  }
  return read.filter(({ reference }) => kept.has(reference))
}

function isKeptBySource(keep: Keep | undefined): boolean {
  return keep === 'pointed to' || keep === 'connected'
}

function isKeptByTarget(keep: Keep | undefined): boolean {
  return keep === 'pointing to' || keep === 'connected'
}
