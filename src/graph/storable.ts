/** Makes text and JSON storable: PostgreSQL doesn't support NUL, and UTF-8 doesn't support lone surrogates. */
import type { Json } from './resource-graph.ts'

/** Replaces unsupported characters with U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** The JSON text of the value with storable strings and keys. */
export function storableJson(value: Json | Readonly<Record<string, Json>>): string {
  return JSON.stringify(storableValue(value))
}

function storableValue(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]))
}
