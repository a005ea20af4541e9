/** Applies a plan to the graph of a scan. What the plan doesn't know yet stays unknown. */
import { isDeepStrictEqual } from 'node:util'
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import { type DraftGraph, draftOf } from './draft-graph.ts'
import { type Identities, identitiesOf, placeholder } from './identities.ts'
import { isUnresolved, keyOfItem } from './items.ts'
import { finishDraft, goesAlong, type Planned, settle } from './settle.ts'
import {
  type Facts,
  factsOf,
  isComputed,
  type Item,
  type Mapping,
  noFacts,
  type PlannedRelation,
  undecided,
} from './mapping.ts'
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
  /** Keys of resources that aren't in the plan, and that AWS makes or deletes along. */
  readonly implied: ReadonlySet<string>
}

/** `keepDeleted`: deleted and replaced resources stay, which shows what still depends on them. */
export function applyPlan(index: GraphIndex, plan: Plan, { keepDeleted = false } = {}): Future {
  const mappingOf = mappingsOf(plan.format)
  const identities = identitiesOf(index, plan, mappingOf)
  const work: Work = { index, identities, draft: draftOf(index), doubts: [], renewed: new Set(), implied: new Set() }
  const planned = plan.changes.map((change): Planned => ({ change, mapping: mappingOf(change.type) }))
  const touched = new Map<PlannedChange, Touched>()
  // Owners first, so that parts find them.
  for (const { change, mapping } of planned) {
    if (change.action === 'none' || mapping?.part === true) continue
    const resource = mapping === null ? null : identities.ofChange(change)
    touched.set(change, { change, resource, isPart: false })
    if (mapping === null) {
      work.doubts.push(doubtOf(change, null, `Surveyor doesn't read ${change.type}, so its effects are unknown.`))
    } else if (resource !== null) applyOwner(work, change, mapping, resource, keepDeleted)
  }
  for (const { change, mapping } of planned) {
    if (mapping?.part !== true) continue
    const resource = applyPart(work, change, mapping)
    if (change.action !== 'none') touched.set(change, { change, resource, isPart: true })
  }
  settle(work, planned)
  return {
    graph: work.draft.finish(finishDraft),
    touched: plan.changes.flatMap((change) => touched.get(change) ?? []),
    doubts: work.doubts,
    identities,
    implied: work.implied,
  }
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
}

function doubtOf(
  { address }: PlannedChange,
  resource: ResourceReference | null,
  reason: string,
  exposure = false,
): Doubt {
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
  const { draft, index } = work
  const { action, before, after } = change
  const isNew = action === 'create' || action === 'replace'
  if (!isNew && index.find(resource) === null) {
    if (action === 'update') work.doubts.push(doubtOf(change, resource, `${resource.id} isn't in the scan.`, true))
    return
  }
  if (action !== 'update' && !keepDeleted) removeOld(work, resource)
  if (action === 'delete') return
  const live = index.find(resource)
  if (action === 'create' && live?.presence === 'read') {
    work.doubts.push(doubtOf(change, resource, `${resource.id} is already in the scan.`))
  }
  if (isNew && live !== null && !keepDeleted) {
    draft.renew(resource)
    work.renewed.add(resourceKey(resource))
  }
  const target = draft.touch(resource)
  const values = after ?? {}
  const named = mapping.name === undefined ? nameTag(values) : values[mapping.name]
  if (typeof named === 'string') target.name = named
  const context = contextOf(work, resource.id)
  const isBlank = action === 'create' || work.renewed.has(resourceKey(resource))
  const was = isBlank || before === null ? noFacts : factsOf(mapping, before, context)
  patch(work, change, resource, was, after === null ? was : factsOf(mapping, after, context))
  noteUndecided(work, change, mapping, resource)
}

/** With what AWS deletes along. */
function removeOld({ draft, index, identities, implied }: Work, resource: ResourceReference): void {
  if (index.find(resource) === null) return
  draft.remove(resource)
  for (const each of goesAlong(index, resource)) {
    if (identities.isPlanned(each)) continue
    draft.remove(each)
    implied.add(resourceKey(each))
  }
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
  } else if (mapping.unjudged !== undefined && !isDeepStrictEqual(withoutTags(before), withoutTags(after))) {
    work.doubts.push(doubtOf(change, resource, mapping.unjudged, resourceType(resource.type)?.exposedBy !== undefined))
  }
}

function withoutTags(values: PlanObject | null) {
  const { tags: _tags, tags_all: _all, Tags: _stackTags, ...rest } = values ?? {}
  return rest
}

function notKnownText(value: unknown): string {
  return value instanceof NotKnown && value.why === 'sensitive'
    ? 'is sensitive, so that it is not evaluated'
    : "isn't known until the plan is applied"
}

/** Returns the resource that it is a part of. */
function applyPart(work: Work, change: PlannedChange, mapping: Mapping): ResourceReference | null {
  const { before, after, action } = change
  const [old, now] = [ownerOf(work, mapping, before), ownerOf(work, mapping, after)]
  const owner = now ?? old
  const isRenewed = owner !== null && work.renewed.has(resourceKey(owner))
  if (action === 'none' && !isRenewed) return owner
  noteOwners(work, change, mapping, [before, old], [after, now])
  const context = (of: ResourceReference) => contextOf(work, of.id)
  if (old !== null && before !== null && isThere(work, old) && !work.renewed.has(resourceKey(old))) {
    const isSameOwner = now !== null && after !== null && resourceKey(old) === resourceKey(now)
    const rest = { ...noFacts, properties: mapping.without ?? {} }
    const was = factsOf(mapping, before, context(old))
    patch(work, change, old, was, isSameOwner ? factsOf(mapping, after, context(now)) : rest)
    if (isSameOwner) return noteDoubts(work, change, mapping, owner)
  }
  if (now !== null && after !== null && isThere(work, now)) {
    patch(work, change, now, noFacts, factsOf(mapping, after, context(now)))
  }
  return noteDoubts(work, change, mapping, owner)
}

function ownerOf({ identities }: Work, mapping: Mapping, values: PlanObject | null): ResourceReference | null {
  return values === null ? null : identities.named(mapping.type, mapping.id(values))
}

type Owner = readonly [values: PlanObject | null, owner: ResourceReference | null]

/** Tells of an owner that isn't known, or that the scan doesn't have. */
function noteOwners(work: Work, change: PlannedChange, mapping: Mapping, ...owners: readonly Owner[]): void {
  const [name] = resourceType(mapping.type)?.names ?? [mapping.type]
  if (owners.some(([values, owner]) => values !== null && owner === null)) {
    work.doubts.push(doubtOf(change, null, `The plan doesn't show which ${name} this is a part of.`))
  }
  const [, [, now = null] = []] = owners
  if (now !== null && work.index.find(now) === null && !work.identities.isPlanned(now)) {
    work.doubts.push(doubtOf(change, now, `The ${name} ${now.id} isn't in the scan.`, true))
  }
}

function noteDoubts(
  work: Work,
  change: PlannedChange,
  mapping: Mapping,
  owner: ResourceReference | null,
): ResourceReference | null {
  const { after } = change
  if (owner === null) return null
  if (after === null && mapping.removal !== undefined) {
    work.doubts.push(doubtOf(change, owner, mapping.removal, true))
  }
  if (mapping.unjudged !== undefined) {
    work.doubts.push(doubtOf(change, owner, mapping.unjudged, resourceType(owner.type)?.exposedBy !== undefined))
  }
  for (const name of undecided(mapping, after ?? {})) {
    work.doubts.push(doubtOf(change, owner, `${name} ${notKnownText(after?.[name])}.`, true))
  }
  return owner
}

/** Neither deleted by this plan together with its parts, nor outside the scan. */
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
function patched(name: string, items: readonly Item[], was: readonly Item[], will: readonly Item[]): readonly Item[] {
  const isIn = (list: readonly Item[], item: Item) =>
    list.some((each) => keyOfItem(name, each) === keyOfItem(name, item))
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
    items
      .filter((item) => !isComputed(item))
      .flatMap((item) =>
        Object.entries(item).flatMap(([field, value]) => (isUnresolved(work.identities, field, value) ? [field] : [])),
      ),
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
