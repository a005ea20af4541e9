/** Builds query strings. Parameters without a value are left out. */

type Value = string | number | boolean | null | undefined

export type QueryParameters = Readonly<Record<string, Value | readonly string[]>>

/** Starts with `?`, or is empty. A list becomes one parameter per value. */
export function queryString(parameters: QueryParameters): string {
  const given = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null && value !== '') given.append(name, String(value))
    }
  }
  return given.size === 0 ? '' : `?${given.toString()}`
}
