/** Applies a plan to the graph of a scan. What the plan doesn't know yet stays unknown. */
import { isDeepStrictEqual } from 'node:util'
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import { type DraftGraph, draftOf } from './draft-graph.ts'
import { type Identities, identitiesOf, placeholder } from './identities.ts'
import { isUnresolved, keyOfItem } from './items.ts'
import { finishDraft, goesAlong, settle } from './settle.ts'
import { type Facts, factsOf, type Item, type Mapping, noFacts, type PlannedRelation, undecided } from './mapping.ts'
import { mappingsOf } from './mappings/all.ts'
import { NotKnown, type Plan, type PlannedChange, type PlanObject } from './plan.ts'

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

export type Touched = {
  readonly change: PlannedChange
  /** The resource that it is, or is a part of. `null`: of a type that isn't read, or it isn't known which one. */
  readonly resource: ResourceReference | null
  readonly isPart: boolean
}

export type Future = {
  readonly graph: ResourceGraph
  /** In the order of the plan, without resources that stay as they are. */
  readonly touched: readonly Touched[]
  readonly doubts: readonly Doubt[]
  readonly identities: Identities
}

/** `keepDeleted`: deleted and replaced resources stay, which shows what still depends on them. */
export function applyPlan(index: GraphIndex, plan: Plan, { keepDeleted = false } = {}): Future {
  const mappingOf = mappingsOf(plan.format)
  const identities = identitiesOf(index, plan, mappingOf)
  const draft = draftOf(index)
  const doubts: Doubt[] = []
  const touched: Touched[] = []
  const work: Work = { draft, identities, doubts, index }
  const changes = plan.changes.map((change) => ({ change, mapping: mappingOf(change.type) }))
  const effective = changes.filter(({ change }) => change.action !== 'none')
  // Owners first, so that parts find them.
  for (const { change, mapping } of effective) {
    if (mapping === null || mapping.part === true) continue
    const resource = identities.ofChange(change)
    touched.push({ change, resource, isPart: false })
    if (resource !== null) applyOwner(work, change, mapping, resource, keepDeleted)
  }
  for (const { change, mapping } of effective) {
    if (mapping === null) {
      touched.push({ change, resource: null, isPart: false })
      doubts.push(doubtOf(change, null, `Surveyor doesn't read ${change.type}, so its effects are unknown.`))
    } else if (mapping.part === true) {
      touched.push({ change, resource: applyPart(work, change, mapping), isPart: true })
    }
  }
  settle(work, changes)
  const order = new Map(plan.changes.map(({ address }, place) => [address, place]))
  return {
    graph: draft.finish((each) => finishDraft(each)),
    touched: touched.toSorted((a, b) => (order.get(a.change.address) ?? 0) - (order.get(b.change.address) ?? 0)),
    doubts,
    identities,
  }
}

export type Work = {
  readonly draft: DraftGraph
  readonly identities: Identities
  readonly doubts: Doubt[]
  readonly index: GraphIndex
}

function doubtOf({ address }: PlannedChange, resource: ResourceReference | null, reason: string, exposure = false): Doubt {
  return { address, resource, reason, exposure }
}

function contextOf({ index }: Work, ownId: string) {
  const { accountId, region } = index.graph
  return { accountId, region, ownId }
}

function applyOwner(
  work: Work,
  change: PlannedChange,
  mapping: Mapping,
  resource: ResourceReference,
  keepDeleted: boolean,
): void {
  const { draft } = work
  const { action, before, after } = change
  if (action === 'delete') {
    if (keepDeleted) return
    for (const each of [resource, ...goesAlong(work.index, resource)]) draft.remove(each)
    return
  }
  const isNew = action !== 'update'
  if (isNew && !keepDeleted) {
    for (const each of goesAlong(work.index, resource)) draft.remove(each)
    draft.renew(resource)
  }
  const target = draft.touch(resource)
  const values = after ?? {}
  const named = mapping.name === undefined ? nameTag(values) : values[mapping.name]
  if (typeof named === 'string') target.name = named
  const context = contextOf(work, resource.id)
  const was = isNew || before === null ? noFacts : factsOf(mapping, before, context)
  patch(work, change, resource, was, after === null ? was : factsOf(mapping, after, context))
  noteUndecided(work, change, mapping, resource)
}

function nameTag({ tags_all: all, tags }: PlanObject) {
  for (const each of [all, tags]) {
    if (Array.isArray(each)) {
      const tag = (each as readonly PlanObject[]).find(({ Key }) => Key === 'Name')
      if (tag !== undefined) return tag['Value']
    } else if (typeof each === 'object' && each !== null && 'Name' in each) return (each as PlanObject)['Name']
  }
  return undefined
}

/** What decides about exposure and isn't known, or isn't compared at all. */
function noteUndecided(work: Work, change: PlannedChange, mapping: Mapping, resource: ResourceReference): void {
  const { before, after } = change
  for (const name of undecided(mapping, after ?? {})) {
    const value = after?.[name]
    work.doubts.push(doubtOf(change, resource, `${name} ${notKnownText(value)}.`, true))
  }
  if (after === null) {
    work.doubts.push(doubtOf(change, resource, 'The plan has no values of this resource.', true))
  } else if (mapping.unjudged !== undefined && !isDeepStrictEqual(before, after)) {
    work.doubts.push(doubtOf(change, resource, mapping.unjudged, resourceType(resource.type)?.exposedBy !== undefined))
  }
}

export function notKnownText(value: unknown): string {
  return value instanceof NotKnown && value.why === 'sensitive'
    ? 'is sensitive, so that it is not evaluated'
    : "isn't known until the plan is applied"
}

function applyPart(work: Work, change: PlannedChange, mapping: Mapping): ResourceReference | null {
  const { action, before, after } = change
  const named = (values: PlanObject | null) =>
    values === null ? null : work.identities.named(mapping.type, mapping.id(values))
  const [old, now] = [named(before), named(after)]
  if ((before !== null && old === null) || (after !== null && now === null)) {
    const [name] = resourceType(mapping.type)?.names ?? [mapping.type]
    work.doubts.push(doubtOf(change, null, `The plan doesn't show which ${name} this is a part of.`))
  }
  const facts = (values: PlanObject, owner: ResourceReference) => factsOf(mapping, values, contextOf(work, owner.id))
  if (old !== null && now !== null && old.id === now.id && before !== null && after !== null) {
    patch(work, change, now, facts(before, old), facts(after, now))
  } else {
    if (old !== null && before !== null && isThere(work, old)) {
      patch(work, change, old, facts(before, old), { ...noFacts, properties: mapping.without ?? {} })
    }
    if (now !== null && after !== null && action !== 'delete') patch(work, change, now, noFacts, facts(after, now))
  }
  const owner = now ?? old
  if (old !== null && after === null && mapping.removal !== undefined) {
    work.doubts.push(doubtOf(change, old, mapping.removal, true))
  }
  if (owner !== null && mapping.unjudged !== undefined) {
    work.doubts.push(doubtOf(change, owner, mapping.unjudged, resourceType(owner.type)?.exposedBy !== undefined))
  }
  if (owner !== null) {
    for (const name of undecided(mapping, after ?? {})) {
      work.doubts.push(doubtOf(change, owner, `${name} ${notKnownText(after?.[name])}.`, true))
    }
  }
  return owner
}

/** Not deleted by this plan together with its parts. */
function isThere({ draft }: Work, resource: ResourceReference): boolean {
  return draft.find(resource) !== null
}

/** Changes what differs between the facts before and after. Everything else stays as the scan read it. */
function patch(work: Work, change: PlannedChange, owner: ResourceReference, was: Facts, will: Facts): void {
  const target = work.draft.touch(owner)
  for (const name of Object.keys({ ...was.properties, ...will.properties })) {
    const [old, now] = [was.properties[name], will.properties[name]]
    if (isSame(old, now)) continue
    if (now === undefined) delete target.properties[name]
    else target.properties[name] = now
  }
  for (const name of Object.keys({ ...was.items, ...will.items })) {
    const items = target.items[name] ?? []
    target.items[name] = patched(name, items, was.items[name] ?? [], will.items[name] ?? [])
    noteUncertain(work, change, owner, name, target.items[name])
  }
  patchRelations(work, change, owner, was.relations, will.relations)
}

function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right)
}

/** Items have no identity but their content, or the part of it that is unique in its list. */
function patched(
  name: string,
  items: readonly Item[],
  was: readonly Item[],
  will: readonly Item[],
): readonly Item[] {
  const isIn = (list: readonly Item[], item: Item) => list.some((each) => keyOfItem(name, each) === keyOfItem(name, item))
  const added = will.filter((item) => !was.some((old) => isSame(old, item)))
  const removed = was.filter((item) => !will.some((now) => isSame(now, item)))
  return [...items.filter((item) => !isIn(removed, item) && !isIn(added, item)), ...added]
}

function noteUncertain(
  work: Work,
  change: PlannedChange,
  owner: ResourceReference,
  name: string,
  items: readonly Item[],
): void {
  const fields = new Set(
    items.flatMap((item) => Object.entries(item).flatMap(([field, value]) => (isUnresolved(work.identities, field, value) ? [field] : []))),
  )
  if (fields.size === 0) return
  const reason = `${[...fields].join(' and ')} of ${name} ${notKnownText(null)}.`
  work.doubts.push(doubtOf(change, owner, reason))
}

function patchRelations(
  work: Work,
  change: PlannedChange,
  owner: ResourceReference,
  was: readonly PlannedRelation[],
  will: readonly PlannedRelation[],
): void {
  const { draft } = work
  const old = was.flatMap((relation) => targetsOf(work, change, owner, relation))
  const now = will.flatMap((relation) => targetsOf(work, change, owner, relation))
  const isIn = (list: typeof now, { relation, target }: (typeof now)[number]) =>
    list.some((each) => each.relation.verb === relation.verb && isDeepStrictEqual(each.target, target))
  for (const each of old.filter((one) => !isIn(now, one))) draft.unrelate(owner, each.relation.verb, each.target)
  for (const each of now.filter((one) => !isIn(old, one))) {
    const { verb, isOnly } = each.relation
    if (isOnly === true) {
      for (const other of draft.sources(each.target, verb, owner.type)) draft.unrelate(other, verb, each.target)
    }
    draft.relate(owner, verb, each.target, `the plan: ${change.address}`)
  }
}

/** An unknown target is a resource that nothing is known of. */
function targetsOf(work: Work, change: PlannedChange, owner: ResourceReference, relation: PlannedRelation) {
  const { type, target } = relation
  const values = target instanceof NotKnown && relation.isListed === true ? oneByOne(target) : [target]
  return values.map((value) => {
    const found = work.identities.named(type, value)
    if (found !== null) return { relation, target: found }
    const [name] = resourceType(type)?.names ?? [type]
    work.doubts.push(doubtOf(change, owner, `The ${name} of ${change.address} ${notKnownText(value)}.`))
    return { relation, target: { type, id: placeholder(type, `${name} of ${change.address}, not known yet`) } }
  })
}

/** A list of references is known if each of them is. */
function oneByOne(list: NotKnown): readonly NotKnown[] {
  return list.addresses.length < 2 ? [list] : list.addresses.map((address) => new NotKnown(list.why, [address]))
}
