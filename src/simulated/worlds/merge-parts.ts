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
