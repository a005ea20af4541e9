/**
 * What a plan says of resources that it doesn't name: a rule of a security group, or a subnet of a route table, by an
 * expression that isn't resolved. It may concern each resource that the expression can mean.
 */
import { isDeepStrictEqual } from 'node:util'
import { resourceKey } from '../../graph/graph-index.ts'
import type { Json, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Draft, DraftGraph } from './draft-graph.ts'
import { typeExposedBy } from './exposed-types.ts'
import { placeholder } from './identities.ts'
import { keyOfItem } from './items.ts'
import { type Facts, factsOf, type Item, type Mapping, type PlannedRelation } from './mapping.ts'
import { NotKnown, type PlannedChange, type PlanObject } from './plan.ts'
import { noTarget, oneByOne } from './patch.ts'
import { type Doubt, doubtOf, type Planned, type Work } from './work.ts'

/** Stands for the resource that something is a part of. */
export function looseOwner({ address }: PlannedChange, { type }: Mapping): ResourceReference {
  const [name] = resourceType(type)?.names ?? [type]
  return { type, id: placeholder(type, `${name} of ${address}, not known yet`) }
}

export function noOwner({ type }: Mapping): string {
  const [name] = resourceType(type)?.names ?? [type]
  return `The plan doesn't show which ${name} this is a part of.`
}

export function ownerOf({ identities }: Work, mapping: Mapping, values: PlanObject | null): ResourceReference | null {
  return values === null ? null : identities.ownerOf(mapping, values)
}

/** What named a replaced resource, and isn't known now, names its replacement. */
export function ownerAfter(work: Work, { before, after }: PlannedChange, mapping: Mapping): ResourceReference | null {
  const [old, now] = [ownerOf(work, mapping, before), ownerOf(work, mapping, after)]
  const isReplaced = after !== null && old !== null && work.renewed.has(resourceKey(old))
  return now ?? (isReplaced ? old : null)
}

type Loose = Ends & { readonly mapping: Mapping; readonly after: PlanObject; readonly facts: Facts }

/** `own`: the resource that the change is, or is a part of. `stand`: stands for it if it isn't shown. */
type Ends = { readonly own: ResourceReference | null; readonly stand: ResourceReference }

function looseIn(work: Work, { change, mapping }: Planned): Loose | null {
  const { action, after } = change
  if (mapping === null || after === null || action === 'none') return null
  const { accountId, region } = work.index.graph
  const own = mapping.part === true ? ownerAfter(work, change, mapping) : work.identities.ofChange(change)
  const stand = looseOwner(change, mapping)
  const facts = factsOf(mapping, after, { accountId, region, ownId: (own ?? stand).id })
  return { mapping, after, own, stand, facts }
}

/** What was done so far, so that many parts of many resources don't take minutes. */
type Progress = {
  /** What the plan gives resources that can have only one. */
  readonly settled: ReadonlySet<string>
  /** What stand-ins were given. */
  readonly given: Set<string>
  readonly lists: Map<string, { readonly keys: Set<string>; readonly items: Item[] }>
  /** How many items can still be added one by one. */
  left: number
}

const mostItems = 10_000

/** After everything that is certain. */
export function applyLoose(work: Work, planned: readonly Planned[]): void {
  const progress: Progress = { settled: settledIn(work), given: new Set(), lists: new Map(), left: mostItems }
  const tell = tellerOf(work)
  for (const each of planned) {
    const loose = looseIn(work, each)
    if (loose === null) continue
    for (const relation of loose.facts.relations) relateLoose(work, progress, each.change, { ...loose, relation })
    if (loose.own === null)
      addLoose(work, progress, loose, (candidate, isHarmful) => {
        tell(doubtOf(each.change, candidate, noOwner(loose.mapping), isHarmful))
      })
  }
}

/** Why a resource isn't known needs no more reasons than these. */
const mostReasons = 5

function tellerOf({ doubts }: Work): (doubt: Doubt) => void {
  const told = new Map<string, number>()
  return (doubt) => {
    const key = JSON.stringify([doubt.resource?.type, doubt.resource?.id, doubt.exposure])
    const count = told.get(key) ?? 0
    told.set(key, count + 1)
    if (count < mostReasons) doubts.push(doubt)
  }
}

/**
 * What becomes exposed by what refers to it: a load balancer by its listeners, an instance by an Elastic IP address, and
 * the targets of a target group by listeners. If a reference isn't resolved, each may be.
 */
export function noteLoose(work: Work, planned: readonly Planned[]): void {
  const { identities } = work
  const tell = tellerOf(work)
  const done = new Set<string>()
  for (const each of planned) {
    for (const { type, verb, target } of looseIn(work, each)?.facts.relations ?? []) {
      if (!(target instanceof NotKnown) || identities.named(type, target) !== null) continue
      if (isRepeated(done, target, [type, verb])) continue
      for (const candidate of identities.candidates(type, target)) {
        for (const exposed of exposedBy(work, candidate, verb)) {
          tell(doubtOf(each.change, exposed, noTarget(each.change, type, target), true))
        }
      }
    }
  }
}

function exposedBy({ draft }: Work, candidate: ResourceReference, verb: Verb): readonly ResourceReference[] {
  if (verb === 'contained in' || verb === 'attached to') {
    const isInternal = draft.find(candidate)?.properties['scheme'] === 'internal'
    return resourceType(candidate.type)?.exposedBy === undefined || isInternal ? [] : [candidate]
  }
  return verb === 'routes to' ? targetTypes.flatMap((type) => draft.targets(candidate, verb, type)) : []
}

const targetTypes = [typePlaying('instance'), typeExposedBy('function access')]

function relateLoose(
  { draft, identities, doubts }: Work,
  { settled, given }: Progress,
  change: PlannedChange,
  { relation, own, stand }: Ends & { readonly relation: PlannedRelation },
): void {
  const { verb, type, target, isOnly, isListed } = relation
  const relate = (to: ResourceReference) => {
    draft.touch(stand).presence = 'unknown'
    draft.relate(stand, verb, to, 'the plan')
  }
  const values = target instanceof NotKnown && isListed === true ? oneByOne(target) : [target]
  for (const value of values) {
    const found = identities.named(type, value)
    if (found !== null && own === null) {
      if (isOnly === true) unrelateAll(draft, found, relation, stand.type)
      relate(found)
    }
    // Nothing else in the plan says which one it is.
    if (found !== null || isOnly !== true || !(value instanceof NotKnown)) continue
    doubts.push(doubtOf(change, stand, noTarget(change, type, value)))
    if (isRepeated(given, value, [stand.type, verb, type])) continue
    for (const candidate of identities.candidates(type, value)) {
      const key = keyOfOnly(stand.type, verb, candidate)
      if (settled.has(key) || given.has(key)) continue
      given.add(key)
      relate(candidate)
    }
  }
}

/** Whether the same was done for all that the plan makes. */
function isRepeated(done: Set<string>, { addresses }: NotKnown, what: readonly string[]): boolean {
  const key = JSON.stringify(what)
  if (addresses.length > 0) return false
  if (done.has(key)) return true
  done.add(key)
  return false
}

function unrelateAll(draft: DraftGraph, to: ResourceReference, { verb }: PlannedRelation, type: string): void {
  for (const other of draft.sources(to, verb, type)) draft.unrelate(other, verb, to)
}

function keyOfOnly(type: string, verb: Verb, target: ResourceReference): string {
  return JSON.stringify([type, verb, target.type, target.id])
}

/** The plan gives them another one, and they have only one. */
function settledIn({ draft, index }: Work): ReadonlySet<string> {
  const live = new Set(index.graph.relations)
  return new Set(
    draft
      .drafts()
      .flatMap(({ type, relations }) =>
        relations.filter((each) => !live.has(each)).map(({ verb, target }) => keyOfOnly(type, verb, target)),
      ),
  )
}

/** The fields that make an item uncertain. */
const uncertainFields: Readonly<Record<string, string>> = {
  ingress: 'source',
  egress: 'destination',
  routes: 'target',
  entries: 'cidr',
  targets: 'id',
}

function uncertain(name: string, item: Item): Item {
  const field = 'rule' in item ? 'cidrBlock' : (uncertainFields[name] ?? '')
  return { ...item, [field]: new NotKnown('after apply') }
}

/** What opens nothing. */
const harmless: Readonly<Record<string, Json>> = {
  policyGrants: [],
  policyIsPublic: false,
  aclIsPublic: false,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
}

function addLoose(
  work: Work,
  progress: Progress,
  { mapping, after, facts }: Loose,
  tell: (candidate: ResourceReference, isHarmful: boolean) => void,
): void {
  const { accountId, region } = work.index.graph
  const named = mapping.id(after, accountId)
  const settings = mapping.settings?.(after, { accountId, region, ownId: '' }) ?? {}
  const isHarmful =
    Object.entries({ ...facts.properties, ...settings }).some(([name, it]) => !isDeepStrictEqual(it, harmless[name])) ||
    Object.entries(facts.items).some(([name, items]) => uncertainFields[name] === undefined && items.length > 0)
  const added = Object.entries(facts.items).flatMap(([name, items]) =>
    uncertainFields[name] === undefined ? [] : items.map((item) => ({ name, item, key: keyOfItem(name, item) })),
  )
  if (!(named instanceof NotKnown)) return
  const isFull = progress.left <= 0 && !isHarmful
  if (isFull && isRepeated(progress.given, named, [mapping.type, ...Object.keys(facts.items)])) return
  for (const candidate of work.identities.candidates(mapping.type, named)) {
    const owner = work.draft.find(candidate)
    if (owner === null) continue
    for (const each of added) addUncertain(progress, owner, each)
    tell(candidate, isHarmful)
  }
}

type Added = { readonly name: string; readonly item: Item; readonly key: string }

/** A route that the table has can't be added again. */
function addUncertain(progress: Progress, owner: Draft, { name, item, key }: Added): void {
  const id = JSON.stringify([resourceKey(owner), name])
  const list = progress.lists.get(id) ?? listOf(owner.items[name] ?? [], name)
  progress.lists.set(id, list)
  owner.items[name] = list.items
  if (list.keys.has(key)) return
  const isOverBudget = progress.left <= 0
  const uncertainItem = isOverBudget ? anyItem(item) : uncertain(name, item)
  const uncertainKey = JSON.stringify(uncertainItem)
  if (list.keys.has(uncertainKey)) return
  list.keys.add(uncertainKey)
  list.items.push(uncertainItem)
  progress.left -= 1
}

function listOf(own: readonly Item[], name: string) {
  return { keys: new Set(own.map((item) => keyOfItem(name, item))), items: [...own] }
}

/** Of which nothing is known, so that one stands for all. */
function anyItem(item: Item): Item {
  return Object.fromEntries(Object.keys(item).map((field) => [field, new NotKnown('after apply')]))
}
