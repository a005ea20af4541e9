/** Items of lists: rules, entries, routes, and targets, some of whose fields the plan doesn't know yet. */
import { inStableOrder } from '../../collect/properties/stable-order.ts'
import type { Json, ResourceReference } from '../../graph/resource-graph.ts'
import { compareText } from '../../graph/graph-index.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import { type Identities, placeholder } from './identities.ts'
import type { Item } from './mapping.ts'
import { NotKnown } from './plan.ts'

const types = {
  group: typePlaying('security group'),
  list: typePlaying('prefix list'),
  interface: typePlaying('network interface'),
}

/** What is unique in its list. A route to a destination replaces another one. */
const keys: Readonly<Record<string, readonly string[]>> = {
  routes: ['destination'],
  targets: ['id', 'port'],
  // A function has one URL, and each of its aliases has one.
  urls: ['alias'],
}

export function keyOfItem(list: string, item: Item): string {
  const fields = 'rule' in item ? ['rule'] : keys[list]
  return JSON.stringify((fields ?? Object.keys(item).toSorted(compareText)).map((field) => item[field] ?? null))
}

/** Whether a field can name resources of a type by their ID. Addresses and others can also come from a resource. */
function canName(field: string, { type }: ResourceReference): boolean {
  if (field === 'source' || field === 'destination') return type === types.group || type === types.list
  if (field === 'target')
    return type !== types.group && type !== types.list && resourceType(type)?.idPrefix !== undefined
  return field === 'id'
}

/** The ID of the resource that a field will name. `null`: it isn't known. */
function resolved(identities: Identities, field: string, value: NotKnown): string | null {
  const found = identities.referred(value)
  return found !== null && canName(field, found) ? found.id : null
}

export function isUnresolved(identities: Identities, field: string, value: Json | NotKnown): boolean {
  return value instanceof NotKnown && resolved(identities, field, value) === null
}

type KnownItem = { readonly [field: string]: Json }

/** As collectors sort them. */
export function inOrder(items: readonly KnownItem[]): readonly KnownItem[] {
  return inStableOrder(items)
}

/** An item with the IDs of planned resources. `null`: other fields aren't known. */
export function resolvedItem(identities: Identities, item: Item): KnownItem | null {
  const entries = Object.entries(item).map(
    ([field, value]) =>
      [
        field,
        value instanceof NotKnown ? resolved(identities, field, value) : value,
        isUnresolved(identities, field, value),
      ] as const,
  )
  return entries.some(([, , isUnknown]) => isUnknown)
    ? null
    : Object.fromEntries(entries.map(([field, value]) => [field, value]))
}

/**
 * Stands for any source, like a prefix list whose entries couldn't be read. Without a known protocol or ports, the rule
 * may be for all of them.
 */
export function uncertainRule(identities: Identities, item: Item, peer: 'source' | 'destination'): KnownItem {
  const known = (field: string) => {
    const value = item[field] ?? null
    return value instanceof NotKnown ? null : value
  }
  const hasPorts =
    !isUnresolved(identities, 'fromPort', item['fromPort'] ?? null) &&
    !isUnresolved(identities, 'toPort', item['toPort'] ?? null)
  const protocol = known('protocol')
  const isAll = protocol === null || !hasPorts
  return {
    protocol: isAll ? '-1' : protocol,
    fromPort: isAll ? null : known('fromPort'),
    toPort: isAll ? null : known('toPort'),
    [peer]: placeholder(types.list, 'not known yet'),
  }
}

/** A route to an unknown target goes to something that may forward packets. */
export function uncertainRoute(identities: Identities, item: Item): KnownItem {
  const field = (name: string, type: string): Json => {
    const value = item[name] ?? null
    if (!(value instanceof NotKnown)) return value
    return resolved(identities, name, value) ?? placeholder(type, 'not known yet')
  }
  return {
    destination: field('destination', types.list),
    target: field('target', types.interface),
    state: 'active',
    propagated: false,
  }
}
