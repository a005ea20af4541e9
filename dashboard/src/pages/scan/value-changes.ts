/** A changed value as people read it: the paths below it that differ, and what was removed and added at each. */
import type { Comparison } from '../../session/comparison.ts'

type ChangedValue = Comparison['changed'][number]['changes'][number]

export type ValueChange = {
  /** E.g. `ingress`, `vpcConfig.subnetIds`, `Tag env`. */
  readonly path: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** Said in place of items, where none was added or removed. */
  readonly note: string | null
}

/** One for each path that differs; lists are compared item by item, and objects key by key. */
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
  const note = removed.length + added.length === 0 ? 'Same items in another order' : null
  return { path, removed: removed.map(itemText), added: added.map(itemText), note }
}

/** An item that a list holds twice and the other once is missing once. */
function itemsMissing(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(canonical(other), (left.get(canonical(other)) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(canonical(item)) ?? 0
    left.set(canonical(item), count - 1)
    return count <= 0
  })
}

/** Of a value that stands against one of another kind: what is absent has no item. */
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

/** Of a security group, e.g. `tcp 443 from 0.0.0.0/0`. */
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

/** Protocol -1 is every protocol; ports are null where a rule covers all of them. */
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

/** The same text for the same value, whatever the order of its keys. */
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
