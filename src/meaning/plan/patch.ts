/** Changes a resource of the graph by the difference between its values before and after a plan. */
import { isDeepStrictEqual } from 'node:util'
import { resourceKey } from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import { isExposedByNetwork } from '../exposure/exposures.ts'
import type { Draft } from './draft-graph.ts'
import { placeholder } from './identities.ts'
import { isUnresolved, keyOfItem } from './items.ts'
import { type Facts, isComputed, type Item, type PlannedRelation } from './mapping.ts'
import { NotKnown, type PlannedChange, type PlanValue } from './plan.ts'
import { doubtOf, notKnownText, type Work } from './work.ts'

/** Everything else stays as the scan read it. What is added comes after all that any change takes away. */
export function patch(work: Work, change: PlannedChange, owner: ResourceReference, was: Facts, will: Facts): void {
  apply(work, change, owner, was, commonOf(was, will))
  work.additions.push(() => apply(work, change, owner, commonOf(was, will), will))
}

/** As the scan read it, and not replaced. */
function isLive({ renewed }: Work, draft: Draft): boolean {
  return draft.live !== null && !renewed.has(resourceKey(draft))
}

/** Removes the values of a part from a resource. `rest`: the resource's values without it. */
export function withdraw(work: Work, change: PlannedChange, owner: ResourceReference, was: Facts, rest: Facts): void {
  apply(work, change, owner, was, rest)
}

/** What is the same before and after. Properties that change aren't gone in between. */
function commonOf(was: Facts, will: Facts): Facts {
  return {
    properties: Object.fromEntries(Object.entries(was.properties).filter(([name]) => name in will.properties)),
    items: Object.fromEntries(
      Object.entries(was.items).map(([name, items]) => [name, without(items, without(items, will.items[name]))]),
    ),
    relations: without(was.relations, without(was.relations, will.relations)),
  }
}

function without<Entry>(list: readonly Entry[] = [], others: readonly Entry[] = []): readonly Entry[] {
  const known = new Set(others.map((other) => JSON.stringify(other)))
  return list.filter((each) => !known.has(JSON.stringify(each)))
}

function apply(work: Work, change: PlannedChange, owner: ResourceReference, was: Facts, will: Facts): void {
  const target = work.draft.touch(owner)
  for (const name of Object.keys({ ...was.properties, ...will.properties })) {
    const [old, now] = [was.properties[name], will.properties[name]]
    if (isSame(old, now)) continue
    if (now === undefined) delete target.properties[name]
    else target.properties[name] = now
  }
  for (const name of Object.keys({ ...was.items, ...will.items })) {
    const added = without(will.items[name], was.items[name])
    const removed = without(was.items[name], will.items[name])
    // A list that a scan couldn't read stays unknown.
    if (added.length === 0 && removed.length === 0 && isLive(work, target) && !(name in target.items)) continue
    const items = itemsOf(work, target, name)
    for (const item of removed) items.delete(keyIn(target, name, item))
    for (const item of added) {
      // A changed item is the last one, like a new one.
      items.delete(keyIn(target, name, item))
      items.set(keyIn(target, name, item), item)
    }
    // Of a rule that isn't known, it isn't known which one ends.
    noteUncertain(work, change, owner, name, [...removed, ...added])
  }
  patchRelations(work, change, owner, was.relations, will.relations)
}

function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right)
}

/** Items have no identity but their content, or the part of it that is unique in its list. */
function itemsOf({ lists }: Work, owner: Draft, name: string): Map<string, Item> {
  const key = JSON.stringify([resourceKey(owner), name])
  const known = lists.get(key)
  if (known !== undefined) return known.items
  const items = new Map((owner.items[name] ?? []).map((item) => [keyIn(owner, name, item), item]))
  lists.set(key, { owner, name, items })
  return items
}

/** A target without a port of its own has that of its group. */
function keyIn({ properties }: Draft, name: string, item: Item): string {
  const isOfGroup = name === 'targets' && item['port'] === properties['port']
  return keyOfItem(name, isOfGroup ? { ...item, port: null } : item)
}

/** Gives the owners their changed lists. */
export function finishLists({ lists }: Work): void {
  for (const { owner, name, items } of lists.values()) owner.items[name] = [...items.values()]
}

function noteUncertain(
  work: Work,
  change: PlannedChange,
  owner: ResourceReference,
  name: string,
  items: readonly Item[],
): void {
  const uncertain = new Map(
    items
      .filter((item) => !isComputed(item))
      .flatMap((item) => Object.entries(item))
      .filter(([field, value]) => isUnresolved(work.identities, field, value)),
  )
  const [value] = uncertain.values()
  if (value === undefined) return
  const fields = [...uncertain.keys()]
  const reason = `${fields.join(' and ')} of ${name} ${notKnownText(value, fields.length)}.`
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
    const [name] = resourceType(type)?.names ?? [type]
    if (found !== null) {
      const isMissing = work.index.find(found) === null && !work.identities.isPlanned(found)
      // Whether other types are in a scan often depends on what uses them.
      if (isMissing && resourceType(type)?.plays !== undefined) {
        work.doubts.push(doubtOf(change, owner, `The ${name} ${found.id} isn't in the scan.`))
      }
      return { relation, target: found }
    }
    // It decides who can connect, but not who can call a function or the API of a cluster.
    const isDecisive = type === typePlaying('security group') && isExposedByNetwork(owner.type)
    work.doubts.push(doubtOf(change, owner, noTarget(change, type, value), isDecisive))
    const stand = { type, id: placeholder(type, `${name} of ${change.address}, not known yet`) }
    if (value instanceof NotKnown && value.addresses.length > 0) {
      work.candidates.set(resourceKey(stand), work.identities.candidates(type, value))
    }
    return { relation, target: stand }
  })
}

export function noTarget({ address }: PlannedChange, type: string, value: PlanValue): string {
  const [name] = resourceType(type)?.names ?? [type]
  return `The ${name} of ${address} ${notKnownText(value)}.`
}

/** A list of references is known if each of them is, and if it has all of them. */
export function oneByOne(list: NotKnown): readonly NotKnown[] {
  const isOne = list.isOneOf || list.addresses.length < 2
  return isOne ? [list] : list.addresses.map((address) => new NotKnown(list.why, [address]))
}
