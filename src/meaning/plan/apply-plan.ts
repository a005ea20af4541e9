/** Applies a plan to the graph of a scan. What the plan doesn't know yet stays unknown. */
import { isDeepStrictEqual } from 'node:util'
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import { type Draft, draftOf } from './draft-graph.ts'
import { type Identities, identitiesOf } from './identities.ts'
import { type Context, factsOf, type Item, type Mapping, noFacts, undecided, valueAt } from './mapping.ts'
import { mappingsOf } from './mappings/all.ts'
import { withoutEffect } from './mappings/without-effect.ts'
import { isPlanObject, NotKnown, type Plan, type PlannedChange, type PlanObject, type PlanValue } from './plan.ts'
import { withEachOwner } from './each-owner.ts'
import { applyLoose, looseOwner, noteLoose, noOwner, ownerAfter, ownerOf } from './loose-parts.ts'
import { inPairs } from './pairs.ts'
import { finishLists, patch, withdraw } from './patch.ts'
import { finishDraft, goesAlong, settle } from './settle.ts'
import { type Doubt, doubtOf, notKnownText, type Work } from './work.ts'

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
  /** Properties whose values aren't known, which are absent in the graph. By key of the resource. */
  readonly notKnown: ReadonlyMap<string, readonly string[]>
}

/** `keepDeleted`: deleted and replaced resources stay, which shows what still depends on them. */
export function applyPlan(index: GraphIndex, plan: Plan, { keepDeleted = false } = {}): Future {
  const mappingOf = mappingsOf(plan.format)
  const identities = identitiesOf(index, plan, mappingOf)
  const work: Work = {
    index,
    identities,
    draft: draftOf(index),
    doubts: [],
    renewed: new Set(),
    implied: new Set(),
    lists: new Map(),
    candidates: new Map(),
    additions: [],
  }
  const planned = inPairs(plan.changes.flatMap((change) => withEachOwner({ change, mapping: mappingOf(change.type) })))
  const touched = new Map<PlannedChange, Touched>()
  // Owners first, so that parts find them.
  for (const { change, mapping } of planned) {
    if (change.action === 'none' || mapping?.part === true) continue
    const resource = mapping === null ? null : identities.ofChange(change)
    touched.set(change, { change, resource, isPart: false })
    if (mapping === null) {
      if (withoutEffect.has(change.type)) continue
      work.doubts.push(doubtOf(change, null, `Surveyor doesn't read ${change.type}, so its effects are unknown.`))
    } else if (resource !== null) applyOwner(work, change, mapping, resource, keepDeleted)
  }
  for (const { change, mapping } of planned) {
    if (mapping?.part !== true) continue
    const resource = applyPart(work, change, mapping)
    if (change.action !== 'none') touched.set(change, { change, resource, isPart: true })
  }
  // A rule can move from one address to another, so that all additions come after all removals.
  for (const add of work.additions) add()
  finishLists(work)
  applyLoose(work, planned)
  settle(work, planned)
  noteLoose(work, planned)
  return {
    graph: work.draft.finish(finishDraft),
    touched: planned.flatMap(({ change }) => touched.get(change) ?? []),
    doubts: work.doubts,
    identities,
    implied: work.implied,
    notKnown: new Map(work.draft.drafts().map((draft) => [resourceKey(draft), notKnownIn(draft.properties)])),
  }
}

function notKnownIn(properties: Draft['properties']): readonly string[] {
  return Object.entries(properties).flatMap(([name, value]) => (value instanceof NotKnown ? [name] : []))
}

function contextOf({ index }: Work, { id: ownId }: ResourceReference): Context {
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
  const live = index.find(resource)
  if (mapping.along !== undefined) work.doubts.push(doubtOf(change, resource, mapping.along))
  if (live === null && before !== null) {
    work.doubts.push(doubtOf(change, resource, `${resource.id} isn't in the scan.`, action === 'update'))
    if (action !== 'replace') return
  }
  if (action === 'delete') {
    if (!keepDeleted && mapping.adopts === undefined) removeOld(work, resource)
    return
  }
  if (live?.presence === 'read' && action === 'create') adopt(work, change, mapping, resource)
  if (live !== null && action === 'replace' && after !== null && !keepDeleted) {
    removeOld(work, resource)
    draft.renew(resource)
    work.renewed.add(resourceKey(resource))
  }
  const target = draft.touch(resource)
  // Nothing is known of it, like of a resource that couldn't be read.
  if (live === null && after === null) target.presence = 'unknown'
  const values = after ?? {}
  const named = mapping.name === undefined ? nameTag(values) : values[mapping.name]
  if (typeof named === 'string') target.name = named
  const context = contextOf(work, resource)
  const isBlank = before === null || live === null || work.renewed.has(resourceKey(resource))
  const was = isBlank ? noFacts : factsOf(mapping, before, context)
  patch(work, change, resource, was, after === null ? was : factsOf(mapping, after, context))
  noteUndecided(work, change, mapping, resource)
}

/** A tool that takes over what AWS made with a VPC starts with empty lists. Nothing else can be made twice. */
function adopt(work: Work, change: PlannedChange, mapping: Mapping, resource: ResourceReference): void {
  if (mapping.adopts === undefined) {
    work.doubts.push(doubtOf(change, resource, `${resource.id} is already in the scan.`, true))
    return
  }
  const { items } = work.draft.touch(resource)
  for (const [list, own] of Object.entries(items)) items[list] = own.filter(isKept)
}

/** Routes to the own VPC, of route propagation, and of gateway endpoints. */
function isKept({ target, propagated }: Item): boolean {
  const isOfEndpoint = typeof target === 'string' && typeOfId(target) === typePlaying('VPC endpoint')
  return target === 'local' || propagated === true || isOfEndpoint
}

const noValues = 'The plan has no values of this resource.'

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

/** A record in Terraform, and a list in CloudFormation. */
function nameTag({ tags_all: all, tags, Tags: listed }: PlanObject): PlanValue | undefined {
  if (Array.isArray(listed)) {
    return (listed as readonly PlanValue[]).filter(isPlanObject).find(({ Key: key }) => key === 'Name')?.['Value']
  }
  return [all, tags].filter(isPlanObject).find((each) => 'Name' in each)?.['Name']
}

/** What decides about exposure and isn't known, or isn't compared at all. */
function noteUndecided(work: Work, change: PlannedChange, mapping: Mapping, resource: ResourceReference): void {
  const { before, after } = change
  noteUnknown(work, change, mapping, resource)
  if (after === null) {
    work.doubts.push(doubtOf(change, resource, noValues, true))
  } else if (mapping.unjudged !== undefined && changesUnjudged(mapping, before, after)) {
    work.doubts.push(doubtOf(change, resource, mapping.unjudged, resourceType(resource.type)?.exposedBy !== undefined))
  }
}

function changesUnjudged(mapping: Mapping, before: PlanObject | null, after: PlanObject): boolean {
  if (before === null) return true
  const names = mapping.unjudgedChanges ?? Object.keys({ ...before, ...after }).filter((name) => !tagNames.has(name))
  return names.some((name) => !isDeepStrictEqual(before[name], after[name]))
}

const tagNames: ReadonlySet<string> = new Set(['tags', 'tags_all', 'Tags'])

/** Returns the resource that it is a part of. */
function applyPart(work: Work, change: PlannedChange, mapping: Mapping): ResourceReference | null {
  const { before, after, action } = change
  const old = ownerOf(work, mapping, before)
  const now = ownerAfter(work, change, mapping)
  const owner = now ?? old
  const isRenewed = owner !== null && work.renewed.has(resourceKey(owner))
  if (action === 'none' && !isRenewed) return owner
  noteOwners(work, change, mapping, old, now)
  if (after === null && action !== 'delete' && action !== 'none') {
    work.doubts.push(doubtOf(change, owner, noValues, true))
    return owner
  }
  if (old !== null && before !== null && isThere(work, old) && !work.renewed.has(resourceKey(old))) {
    const isSameOwner = now !== null && after !== null && resourceKey(old) === resourceKey(now)
    const rest = { ...noFacts, properties: mapping.without ?? {} }
    const was = factsOf(mapping, before, contextOf(work, old))
    if (isSameOwner) {
      patch(work, change, old, was, factsOf(mapping, after, contextOf(work, now)))
      return noteDoubts(work, change, mapping, owner)
    }
    withdraw(work, change, old, was, rest)
  }
  if (now !== null && after !== null && isThere(work, now)) {
    patch(work, change, now, noFacts, factsOf(mapping, after, contextOf(work, now)))
  }
  return noteDoubts(work, change, mapping, owner)
}

/** Tells of an owner that isn't known, or that the scan doesn't have. */
function noteOwners(
  work: Work,
  change: PlannedChange,
  mapping: Mapping,
  old: ResourceReference | null,
  now: ResourceReference | null,
): void {
  const [name] = resourceType(mapping.type)?.names ?? [mapping.type]
  if ((change.before !== null && old === null) || (change.after !== null && now === null)) {
    work.doubts.push(doubtOf(change, looseOwner(change, mapping), noOwner(mapping)))
  }
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
  noteUnknown(work, change, mapping, owner)
  return owner
}

/** A sensitive value that stays, and a setting that nobody sets, leave everything as it is. */
function noteUnknown(work: Work, change: PlannedChange, mapping: Mapping, resource: ResourceReference): void {
  const { before, after } = change
  for (const name of undecided(mapping, after ?? {})) {
    const value = valueAt(after ?? {}, name)
    if (before !== null && change.action === 'update' && isDeepStrictEqual(valueAt(before, name), value)) continue
    work.doubts.push(doubtOf(change, resource, `${name} ${notKnownText(value)}.`, true))
  }
}

/** Neither deleted by this plan together with its parts, nor outside the scan. */
function isThere({ draft }: Work, resource: ResourceReference): boolean {
  return draft.find(resource) !== null
}
