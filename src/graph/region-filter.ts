/** Removes resources that don't belong to the scanned region from account-wide lists. */
import type { ResourceReference } from './resource-graph.ts'

/**
 * `pointed to`: a collected resource references it. `pointing to`: it references a collected resource. `connected`:
 * either.
 */
export type Keep = 'all' | 'pointed to' | 'pointing to' | 'connected'

/**
 * The part of a type to keep, and the types whose relations decide it. If these couldn't be read, the result is
 * uncertain.
 */
export type KeepRule = {
  readonly keep: Keep
  readonly decidedBy: readonly string[]
  /** Set if identifiers other than ARNs mean resources of the scanned account and region. */
  readonly isOwnByName?: true
}

export const keepEverything: KeepRule = { keep: 'all', decidedBy: [] }

/** Each resource has one reference object. */
type Pointing = {
  readonly reference: ResourceReference
  readonly targets: readonly ResourceReference[]
  /** Known to belong to the region, whatever its relations. */
  readonly inRegion?: true
}

/** The kept resources, in the same order. `keepOf`: the rule of each type. */
export function keepRegional<Read extends Pointing>(
  read: readonly Read[],
  keepOf: (type: string) => KeepRule,
): readonly Read[] {
  const candidates = new Map<ResourceReference, Keep>()
  const kept = new Set<ResourceReference>()
  for (const { reference, inRegion } of read) {
    const { keep } = keepOf(reference.type)
    if (keep === 'all' || inRegion) kept.add(reference)
    else candidates.set(reference, keep)
  }
  if (candidates.size === 0) return read
  const deciding = read.flatMap(({ reference, targets }) =>
    targets
      .filter((target) => isKeptBySource(candidates.get(target)) || isKeptByTarget(candidates.get(reference)))
      .map((target) => [reference, target] as const),
  )
  // Kept resources can keep others: a policy of a role of a function. Terminates, because each round keeps more.
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
