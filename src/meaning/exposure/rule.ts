/** The type of an exposure rule, and common parts of rules. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Exposed } from '../../resource-types/resource-type.ts'
import { distinctUnread } from './coverage.ts'
import type { Opening, Unread } from './exposure.ts'

/** A resource that was read, and the exposure settings of its type. */
export type Case = { readonly index: GraphIndex; readonly resource: Resource; readonly exposed: Exposed }

export type Rule = (each: Case) => readonly Opening[]

/** `evidence`: what opens the resource. */
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

/** The default is the IAM actions that would read it. */
export function unknownOpening(each: Case, because: readonly Unread[] = actionsOf(each)): Opening {
  const { type, id } = each.resource
  return {
    ...opening(each, "couldn't be read completely"),
    verdict: 'unknown',
    condition: null,
    path: [{ type, id, evidence: "couldn't be read completely" }],
    unknownBecause: distinctUnread(because),
  }
}

function actionsOf(each: Case): readonly Unread[] {
  const actions: readonly (string | null)[] = each.exposed.reads ?? [null]
  return actions.map((action) => unreadOf(each, action))
}

/** What an action would read for a resource, and why it failed if the scan recorded that. */
export function unreadOf({ index, resource }: Pick<Case, 'index' | 'resource'>, action: string | null): Unread {
  const { type, partial } = resource
  const reason = partial === true ? index.coverage(type)?.reason : null
  return { type, action, ...(typeof reason === 'string' && { reason }) }
}
