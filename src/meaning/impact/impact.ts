/**
 * Finds what depends on a resource: the effect on others if it were deleted, step by step, with the relations as
 * evidence.
 */
import { compareReferences, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import {
  basisOf,
  type Relation,
  type Resource,
  type ResourceGraph,
  type ResourceReference,
  type Verb,
} from '../../graph/resource-graph.ts'
import { isGoneResource, isIdle, resourceType, rolesOf } from '../../resource-types/look-ups.ts'
import { type Gap, gapAt } from '../network/gap.ts'

/**
 * `breaks`: stops working. `degrades`: has less function or protection, or uses its other targets. `orphaned`: stays,
 * but without use. `unknown`: the relation doesn't show which side needs the other.
 */
export type Effect = 'breaks' | 'degrades' | 'orphaned' | 'unknown'

export type Dependent = {
  readonly resource: Resource
  readonly effect: Effect
  /** From the deleted resource to this one: the relation between each pair of neighbors, in either direction. */
  readonly path: readonly Relation[]
}

export type Impact = {
  /** Sorted by effect, the worst first, then by type and ID. */
  readonly dependents: readonly Dependent[]
  /** Types that weren't read. Their dependencies are unknown. */
  readonly unknownBecause: readonly Gap[]
}

/** The effect on the source of a relation without its target. `whileOthers`: if it has more targets of that kind. */
type Rule = { readonly effect: Effect; readonly whileOthers: Effect }

const rules: Readonly<Record<Verb, Rule>> = {
  'contained in': { effect: 'breaks', whileOthers: 'breaks' },
  'attached to': { effect: 'orphaned', whileOthers: 'degrades' },
  'associated with': { effect: 'unknown', whileOthers: 'unknown' },
  'routes to': { effect: 'breaks', whileOthers: 'degrades' },
  'allows traffic from': { effect: 'degrades', whileOthers: 'degrades' },
  'allows traffic to': { effect: 'degrades', whileOthers: 'degrades' },
  invokes: { effect: 'breaks', whileOthers: 'degrades' },
  'subscribes to': { effect: 'orphaned', whileOthers: 'degrades' },
  'logs to': { effect: 'degrades', whileOthers: 'degrades' },
  uses: { effect: 'breaks', whileOthers: 'breaks' },
  'reads from': { effect: 'unknown', whileOthers: 'unknown' },
  'writes to': { effect: 'unknown', whileOthers: 'unknown' },
}

/** For locations: resources attached to or associated with it need it. */
const placed: Rule = { effect: 'breaks', whileOthers: 'degrades' }

/** From the greatest to the smallest loss. */
const worstFirst: readonly Effect[] = ['breaks', 'degrades', 'orphaned', 'unknown']

export function impactOf(index: GraphIndex, of: ResourceReference): Impact {
  const found = new Map<string, Dependent>()
  let reached: readonly {
    readonly reference: ResourceReference
    readonly effect: Effect
    readonly path: readonly Relation[]
  }[] = [{ reference: of, effect: 'breaks', path: [] }]
  while (reached.length > 0) {
    const next: (typeof reached)[number][] = []
    for (const { reference, effect: loss, path } of reached) {
      for (const { dependent: name, relation, effect: own } of dependenciesOn(index, reference)) {
        const effect = propagatedEffect(loss, own, relation)
        if (effect === null) continue
        const resource = index.find(name)
        const key = resourceKey(name)
        const known = found.get(key)
        if (resource === null || key === resourceKey(of) || (known !== undefined && !isWorse(effect, known.effect)))
          continue
        const dependent = { resource, effect, path: [...path, relation] }
        found.set(key, dependent)
        if (effect === 'breaks' || effect === 'degrades') next.push({ reference: name, effect, path: dependent.path })
      }
    }
    reached = next
  }
  const dependents = [...found.values()].sort(
    (a, b) => worstFirst.indexOf(a.effect) - worstFirst.indexOf(b.effect) || compareReferences(a.resource, b.resource),
  )
  return { dependents, unknownBecause: unreadTypes(index) }
}

/** A dependency that is only degraded can only degrade others. What is attached to it works as before. */
function propagatedEffect(loss: Effect, effect: Effect, { verb }: Relation): Effect | null {
  if (loss !== 'degrades') return effect
  if (effect === 'orphaned') return verb === 'attached to' ? null : 'degrades'
  return effect === 'breaks' ? 'degrades' : effect
}

function isWorse(effect: Effect, than: Effect): boolean {
  return worstFirst.indexOf(effect) < worstFirst.indexOf(than)
}

type Dependency = { readonly dependent: ResourceReference; readonly relation: Relation; readonly effect: Effect }

/**
 * What depends on a resource: the sources of relations to it, and the targets that it is attached to or associated
 * with.
 */
function dependenciesOn(index: GraphIndex, of: ResourceReference): readonly Dependency[] {
  const sources = (relationsOf(index.graph).byTarget.get(resourceKey(of)) ?? []).flatMap((relation) => {
    const effect = effectOnSource(index, relation)
    return effect === null ? [] : [{ dependent: relation.source, relation, effect }]
  })
  const { neededBy } = resourceType(of.type) ?? {}
  if (neededBy === undefined) return sources
  const targets = (relationsOf(index.graph).bySource.get(resourceKey(of)) ?? []).filter(
    ({ verb, target }) => verb === neededBy.verb && (neededBy.type ?? target.type) === target.type,
  )
  return [...sources, ...targets.map((relation) => ({ dependent: relation.target, relation, effect: neededBy.effect }))]
}

/** `null`: no effect. */
function effectOnSource(index: GraphIndex, relation: Relation): Effect | null {
  const { source, verb, target, evidence } = relation
  // What a policy permits may never be used.
  if (basisOf(relation) === 'permitted') return 'unknown'
  if (resourceType(target.type)?.neededToStart === true) return isRunning(source.type) ? null : 'degrades'
  if (isOnFailure.test(evidence) || (verb === 'invokes' && onlyNotifies(source.type))) return 'degrades'
  const hasOthers = index.targets(source, verb, target.type).some((each) => each.id !== target.id && works(index, each))
  const { neededBy } = resourceType(source.type) ?? {}
  // It serves its targets, so it has less to do without one of them.
  if (neededBy?.verb === verb && neededBy.type === undefined) return hasOthers ? null : 'orphaned'
  const { effect, whileOthers } =
    isPlace(target.type) && (verb === 'attached to' || verb === 'associated with') ? placed : rules[verb]
  return hasOthers ? whileOthers : effect
}

/** A stopped or deleted one is no replacement. One outside this scan may be. */
function works(index: GraphIndex, reference: ResourceReference): boolean {
  const resource = index.find(reference)
  return resource === null || (!isIdle(resource) && !isGoneResource(resource))
}

/** Fields of dead-letter queues and failure destinations. Their source works without them until something fails. */
export const isOnFailure = /dead.?letter|redrive|on.?failure/iu

/**
 * Data stores work without the target of their notifications, and so do resources outside the data flow: stacks, trails,
 * and secrets that are rotated.
 */
function onlyNotifies(type: string): boolean {
  const { box, flow, line } = rolesOf(type)
  return flow === undefined ? box === undefined && line === undefined : flow === 'store' || flow === 'messaging'
}

function isRunning(type: string): boolean {
  return resourceType(type)?.plays === 'instance'
}

function isPlace(type: string): boolean {
  const known = resourceType(type)
  return known?.plays === 'subnet' || known?.plays === 'security group' || known?.locates === 'subnet'
}

/** Also those with resources that were read in part: what these relate to is not all known. */
function unreadTypes(index: GraphIndex): readonly Gap[] {
  const inPart = new Set(index.graph.resources.filter(({ partial }) => partial === true).map(({ type }) => type))
  return index.graph.coverage
    .filter(
      ({ type, status, uncertain }) =>
        status === 'denied' || status === 'failed' || uncertain === true || inPart.has(type),
    )
    .map(({ type, status, action, reason }) => {
      const unsaid = status === 'collected' ? 'Not all of it could be read.' : 'The scan did not read this type.'
      return { ...gapAt(index, type, reason ?? unsaid), action }
    })
}

type Relations = {
  readonly byTarget: ReadonlyMap<string, readonly Relation[]>
  readonly bySource: ReadonlyMap<string, readonly Relation[]>
}

const known = new WeakMap<ResourceGraph, Relations>()

function relationsOf(graph: ResourceGraph): Relations {
  const relations = known.get(graph) ?? {
    byTarget: Map.groupBy(graph.relations, ({ target }) => resourceKey(target)),
    bySource: Map.groupBy(graph.relations, ({ source }) => resourceKey(source)),
  }
  known.set(graph, relations)
  return relations
}
