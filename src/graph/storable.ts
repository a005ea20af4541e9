/** Text and JSON as they can be kept everywhere: PostgreSQL has no NUL, and UTF-8 no half of a surrogate pair. */
import type { Json } from './resource-graph.ts'

/** Puts U+FFFD, the replacement character, in the place of what cannot be kept. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** The JSON text of the value, with all its strings and keys made storable. */
export function storableJson(value: Json | Readonly<Record<string, Json>>): string {
  return JSON.stringify(storableValue(value))
}

function storableValue(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]))
}
