/** Bounds lists and texts of answers, because names, tags, and properties may have any length. */
import { Type } from 'typebox'

export const detail = Type.Enum(['concise', 'full'], { type: 'string', default: 'concise' })

/** A full answer may have this many times the items and bytes of a concise one. */
const fullFactor = 8

export type Bounds = { readonly items: number; readonly bytes: number }

/** The first items of a list. `bounds`: of a concise answer, in bytes of JSON. */
export function fitting<Item>(items: readonly Item[], bounds: Bounds, level: string = 'concise'): Item[] {
  const factor = level === 'full' ? fullFactor : 1
  const kept: Item[] = []
  let left = bounds.bytes * factor
  for (const item of items.slice(0, bounds.items * factor)) {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1
    if (left < 0) break
    kept.push(item)
  }
  return kept
}

/** Like `fitting`, for entries in any order. Skips those that are too long by themselves. */
export function fittingEntries<Value>(
  record: Readonly<Record<string, Value>>,
  bounds: Bounds,
  level: string = 'concise',
): Record<string, Value> {
  const short = Object.entries(record).filter((entry) => JSON.stringify(entry).length <= bounds.bytes)
  return Object.fromEntries(fitting(short, bounds, level))
}

/** Long names are cut, so that each answer has room for its items. */
const longestName = 128

export function shortName(name: string | null): string | null {
  if (name === null || name.length <= longestName) return name
  return `${name.slice(0, longestName - 1).toWellFormed()}…`
}
