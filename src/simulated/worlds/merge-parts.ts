/** Merges parts of a world: appends lists, and merges objects by key. */

export function mergeParts(parts: readonly unknown[]): unknown {
  const present = parts.filter((part) => part !== undefined)
  if (present.every((part) => Array.isArray(part))) return present.flat()
  if (!present.every((part) => isPlainObject(part))) return present.at(-1)
  const keys = new Set(present.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...keys].map((key) => [key, mergeParts(present.map((part) => part[key]))]))
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

export type Rename = (text: string) => string

/** The same with all its texts renamed, keys included. */
export function renamed(value: unknown, rename: Rename): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), renamed(item, rename)]))
}
