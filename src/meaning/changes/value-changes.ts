/** Splits a changed value into its differing parts, each with the removed and added items in words. */
import { isDeepStrictEqual } from 'node:util'
import { ownValue } from '../../graph/compare.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { protocolName } from '../exposure/network-acl-rules.ts'
import { wordsWithin } from './property-words.ts'

export type ValueChange = {
  /** For example "Ingress", "Logging: bucket", "Tag env". */
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** One change for each differing part. Lists are compared by item in any order, objects by key. */
export function valueChanges(label: string, before: Json, after: Json): readonly ValueChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [removed, added] = [itemsMissing(before, after), itemsMissing(after, before)]
    return removed.length + added.length === 0
      ? []
      : [{ label, removed: removed.map(itemText), added: added.map(itemText) }]
  }
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .filter((key) => !isDeepStrictEqual(ownValue(before, key), ownValue(after, key)))
      .flatMap((key) => valueChanges(`${label}: ${wordsWithin(key)}`, ownValue(before, key), ownValue(after, key)))
  }
  return [{ label, removed: itemsOf(before), added: itemsOf(after) }]
}

/** Counts duplicates: an item that occurs twice in one list and once in the other is missing once. */
function itemsMissing(items: readonly Json[], others: readonly Json[]): readonly Json[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(canonical(other), (left.get(canonical(other)) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(canonical(item)) ?? 0
    left.set(canonical(item), count - 1)
    return count <= 0
  })
}

/** Items of a value that was compared with a value of another kind. An absent value has no items. */
function itemsOf(value: Json): readonly string[] {
  if (value === null) return []
  return Array.isArray(value) && value.length > 0 ? value.map(itemText) : [itemText(value)]
}

function itemText(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : value.map(itemText).join(', ')
  if (!isRecord(value)) return plainText(value)
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  return (
    ruleText(value) ??
    entryText(value) ??
    routeText(value) ??
    grantText(value) ??
    (entries.length === 0
      ? 'empty'
      : entries.map(([key, item]) => `${wordsWithin(key)}: ${nestedText(item)}`).join(', '))
  )
}

function nestedText(value: Json): string {
  return typeof value === 'object' && value !== null ? `(${itemText(value)})` : plainText(value)
}

/** Text of a security group rule, for example `tcp 443 from 0.0.0.0/0`. `null` for anything else. */
function ruleText(value: Readonly<Record<string, Json>>): string | null {
  const { protocol, fromPort, toPort, source, destination } = value
  if (typeof protocol !== 'string' || fromPort === undefined || toPort === undefined) return null
  if (Object.keys(value).length !== 4) return null
  if (typeof source === 'string') return `${portsText(protocol, fromPort, toPort)} from ${source}`
  return typeof destination === 'string' ? `${portsText(protocol, fromPort, toPort)} to ${destination}` : null
}

/** Text of an entry of a network ACL, for example `100: allow tcp 443, 0.0.0.0/0`. `null` for anything else. */
function entryText(value: Readonly<Record<string, Json>>): string | null {
  const { rule, action, protocol, cidrBlock, fromPort, toPort, icmpType, icmpCode } = value
  if (rule === undefined || typeof action !== 'string' || typeof protocol !== 'string') return null
  const traffic = portsText(protocol, fromPort ?? icmpType ?? null, toPort ?? icmpCode ?? null)
  return `${plainText(rule)}: ${action} ${traffic}, ${plainText(cidrBlock ?? null)}`
}

/** Text of a route, for example `0.0.0.0/0 to igw-1`. `null` for anything else. */
function routeText({ destination, target, propagated, state }: Readonly<Record<string, Json>>): string | null {
  if (typeof destination !== 'string' || typeof target !== 'string' || propagated === undefined) return null
  const notes = [propagated === true ? 'propagated' : null, state === 'active' ? null : state].filter(
    (note) => typeof note === 'string',
  )
  return `${destination} to ${target}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** The text of a policy's principals, for example `everyone (only over TLS)`. `null` for anything else. */
function grantText({ to, condition, ...others }: Readonly<Record<string, Json>>): string | null {
  if (typeof to !== 'string' || condition === undefined || Object.keys(others).length > 0) return null
  return typeof condition === 'string' ? `${to} (${condition})` : to
}

/** Protocol -1 means all protocols. Ports are null if the rule covers all ports. ICMP has types and codes instead, or -1 for all. */
function portsText(protocol: string, from: Json, to: Json): string {
  if (protocol === '-1') return 'all traffic'
  const name = protocolName(protocol)
  if (from === null || from === -1 || (from === 0 && to === 65_535)) return `all ${name}`
  if (name.startsWith('icmp')) {
    return `${name} type ${plainText(from)}${to === null || to === -1 ? '' : ` code ${plainText(to)}`}`
  }
  return `${name} ${from === to || to === null ? plainText(from) : `${plainText(from)}-${plainText(to)}`}`
}

function plainText(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

/** JSON with sorted keys: equal values have equal text. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: Json) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))) : item,
  )
}

function isRecord(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
