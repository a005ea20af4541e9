/** What a rule of exposure is, and what the rules have in common. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Exposed } from '../../resource-types/resource-type.ts'
import { distinctUnread } from './coverage.ts'
import type { Opening, Unread } from './exposure.ts'

/** A resource that was read, and what its type's descriptor says. */
export type Case = { readonly index: GraphIndex; readonly resource: Resource; readonly exposed: Exposed }

export type Rule = (each: Case) => readonly Opening[]

/** `evidence`: what of the resource opens it. */
export function opening(
  { resource: { type, id }, exposed }: Case,
  evidence: string,
  given: Partial<Omit<Opening, 'verdict' | 'unknownBecause'>> = {},
): Opening {
  const condition = given.condition ?? exposed.condition ?? null
  return {
    from: 'internet',
    by: exposed.by,
    protocol: exposed.ports === undefined ? null : 'tcp',
    ports: exposed.ports ?? null,
    path: [{ type, id, evidence }],
    ...given,
    verdict: condition === null ? 'open' : 'conditional',
    condition,
    unknownBecause: [],
  }
}

/** By default, for the actions that tell. */
export function unknownOpening(each: Case, because: readonly Unread[] = actionsOf(each)): Opening {
  const { type, id } = each.resource
  return {
    ...opening(each, 'could not be read in full'),
    verdict: 'unknown',
    condition: null,
    path: [{ type, id, evidence: 'could not be read in full' }],
    unknownBecause: distinctUnread(because),
  }
}

function actionsOf(each: Case): readonly Unread[] {
  const actions: readonly (string | null)[] = each.exposed.reads ?? [null]
  return actions.map((action) => unreadOf(each, action))
}

/** What one action would tell of a resource, and why it did not, where the scan noted that. */
export function unreadOf({ index, resource }: Pick<Case, 'index' | 'resource'>, action: string | null): Unread {
  const { type, partial } = resource
  const reason = partial === true ? index.coverage(type)?.reason : null
  return { type, action, ...(typeof reason === 'string' && { reason }) }
}
