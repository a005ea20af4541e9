/** Splits a changed value into its differing paths, each with the removed and added items. */
import type { Comparison } from '../../session/comparison.ts'

type ChangedValue = Comparison['changed'][number]['changes'][number]

export type ValueChange = {
  /** For example `ingress`, `vpcConfig.subnetIds`, `Tag env`. */
  readonly path: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** Shown if no item was added or removed. */
  readonly note: string | null
}

/** One change per differing path. Lists are compared by item, objects by key. */
export function valueChanges({ path, before, after }: Pick<ChangedValue, 'path' | 'before' | 'after'>): ValueChange[] {
  return changesAt(pathText(path), before, after)
}

function changesAt(path: string, before: unknown, after: unknown): ValueChange[] {
  if (isList(before) && isList(after)) return [listChange(path, before, after)]
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .filter((key) => canonical(before[key] ?? null) !== canonical(after[key] ?? null))
      .flatMap((key) => changesAt(`${path}.${key}`, before[key], after[key]))
  }
  return [{ path, removed: itemsOf(before), added: itemsOf(after), note: null }]
}

function listChange(path: string, before: readonly unknown[], after: readonly unknown[]): ValueChange {
  const removed = itemsMissing(before, after)
  const added = itemsMissing(after, before)
  const note = removed.length + added.length === 0 ? 'Same items in a different order' : null
  return { path, removed: removed.map(itemText), added: added.map(itemText), note }
}

/** Counts duplicates: an item that occurs twice in one list and once in the other is missing once. */
function itemsMissing(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(canonical(other), (left.get(canonical(other)) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(canonical(item)) ?? 0
    left.set(canonical(item), count - 1)
    return count <= 0
  })
}

/** Items of a value that was compared with a value of another type. An absent value has no items. */
function itemsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return []
  if (isList(value) && value.length > 0) return value.map(itemText)
  return [itemText(value)]
}

function itemText(value: unknown): string {
  if (isList(value)) return value.length === 0 ? 'empty list' : value.map(itemText).join(', ')
  if (!isRecord(value)) return plainText(value)
  const entries = Object.entries(value)
  return (
    ruleText(value) ??
    (entries.length === 0 ? 'empty' : entries.map(([key, item]) => `${key}: ${nestedText(item)}`).join(', '))
  )
}

function nestedText(value: unknown): string {
  return typeof value === 'object' && value !== null ? `(${itemText(value)})` : plainText(value)
}

/** Text of a security group rule, for example `tcp 443 from 0.0.0.0/0`. */
function ruleText(value: Readonly<Record<string, unknown>>): string | null {
  const { protocol, fromPort, toPort, source, destination } = value
  if (typeof protocol !== 'string' || fromPort === undefined || toPort === undefined) return null
  const peer = [
    ['from', source],
    ['to', destination],
  ].find(([, name]) => typeof name === 'string')
  if (peer === undefined || Object.keys(value).length !== 4) return null
  return [portsText(protocol, fromPort, toPort), ...peer].join(' ')
}

/** Protocol -1 means all protocols. Ports are null if the rule covers all ports. */
function portsText(protocol: string, from: unknown, to: unknown): string {
  if (protocol === '-1') return 'all traffic'
  if (from === null || (from === 0 && to === 65_535)) return `all ${protocol}`
  return `${protocol} ${from === to || to === null ? plainText(from) : `${plainText(from)}-${plainText(to)}`}`
}

function plainText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

function pathText([field = '', ...rest]: readonly string[]): string {
  if (field === 'properties') return rest.join('.')
  if (field === 'tags') return `Tag ${rest.join('.')}`
  return [field === 'arn' ? 'ARN' : field, ...rest].join('.')
}

/** JSON with sorted keys: equal values give equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))) : item,
  )
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
