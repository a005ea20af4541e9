/** Recognizes changes that allow everyone something, which are the most important ones of their area. */
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../graph/resource-graph.ts'

const everywhere: ReadonlySet<unknown> = new Set(['0.0.0.0/0', '::/0'])

/** Settings that allow everyone something with this value. */
const openSettings: ReadonlyMap<string, boolean> = new Map([
  ['publicAccessBlocked', false],
  ['publicByAcl', true],
  ['publicByPolicy', true],
  ['publicEndpoint', true],
  ['publiclyAccessible', true],
])

/** Lists whose items allow something, by the field that names to whom. Empty: the items themselves. */
const openLists: ReadonlyMap<string, string> = new Map([
  ['ingress', 'source'],
  ['policyGrants', 'to'],
  ['publicAccessCidrs', ''],
])

/** Whether the property didn't allow it before. */
export function allowsEveryone(property: string, before: Json, after: Json): boolean {
  if (openSettings.get(property) === after) return before !== after
  const field = openLists.get(property)
  if (field === undefined || !Array.isArray(after)) return false
  const known: readonly Json[] = Array.isArray(before) ? before : []
  return after.some((item: Json) => isForEveryone(item, field) && !known.some((each) => isDeepStrictEqual(each, item)))
}

function isForEveryone(item: Json, field: string): boolean {
  const whom = isRecord(item) ? item[field] : item
  return whom === 'everyone' || everywhere.has(whom)
}

function isRecord(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
