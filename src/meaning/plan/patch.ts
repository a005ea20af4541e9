/** Changes a resource of the graph by the difference between what a plan says of it before and after. */
import { isDeepStrictEqual } from 'node:util'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import { placeholder } from './identities.ts'
import { isUnresolved, keyOfItem } from './items.ts'
import { type Facts, isComputed, type Item, type PlannedRelation } from './mapping.ts'
import { NotKnown, type PlannedChange } from './plan.ts'
import { doubtOf, notKnownText, type Work } from './work.ts'

/** Everything else stays as the scan read it. */
export function patch(work: Work, change: PlannedChange, owner: ResourceReference, was: Facts, will: Facts): void {
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
  const reason = `${[...fields].join(' and ')} of ${name} ${notKnownText(undefined)}.`
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
