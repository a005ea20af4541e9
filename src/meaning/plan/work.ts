/** What applying a plan works on: the changing graph, and what can't be judged. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Json, ResourceReference } from '../../graph/resource-graph.ts'
import type { Draft, DraftGraph } from './draft-graph.ts'
import type { Identities } from './identities.ts'
import type { Item, Mapping } from './mapping.ts'
import { NotKnown, type PlannedChange, type PlanValue } from './plan.ts'

/** What can't be judged, and why. */
export type Doubt = {
  /** The address in the plan. */
  readonly address: string
  readonly resource: ResourceReference | null
  /** For people. */
  readonly reason: string
  /** Whether it may change how the resource itself is exposed. */
  readonly exposure: boolean
}

export type Work = {
  readonly index: GraphIndex
  readonly identities: Identities
  readonly draft: DraftGraph
  readonly doubts: Doubt[]
  /** Keys of replaced resources, whose parts are made again. */
  readonly renewed: Set<string>
  /** Keys of resources that AWS makes or deletes along with those of the plan. */
  readonly implied: Set<string>
  /** Lists that changes add to or take from, by owner and name. Some have thousands of items. */
  readonly lists: Map<string, { readonly owner: Draft; readonly name: string; readonly items: Map<string, Item> }>
  /** Each resource that a target can be whose expression names several, by the key of what stands for it. */
  readonly candidates: Map<string, readonly ResourceReference[]>
  /** What changes add, after all of them have taken away what they end. */
  readonly additions: (() => void)[]
}

/** A change with the mapping of its type. `null`: of a type that scans don't read. */
export type Planned = { readonly change: PlannedChange; readonly mapping: Mapping | null }

export function doubtOf(
  { address }: PlannedChange,
  resource: ResourceReference | null,
  reason: string,
  exposure = false,
): Doubt {
  return { address, resource, reason, exposure }
}

/** `count`: of the values that this is said of. */
export function notKnownText(value: Json | PlanValue | undefined, count = 1): string {
  const isSensitive = value instanceof NotKnown && value.why === 'sensitive'
  if (count > 1) return isSensitive ? 'are sensitive and not evaluated' : "aren't known until the plan is applied"
  return isSensitive ? 'is sensitive and not evaluated' : "isn't known until the plan is applied"
}
