/** Query parameters of a request, those without a value left out. */

type Value = string | number | boolean | null | undefined

export type QueryParameters = Readonly<Record<string, Value | readonly string[]>>

/** With the leading `?`, or empty. A list is given value by value. */
export function queryString(parameters: QueryParameters): string {
  const given = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null && value !== '') given.append(name, String(value))
    }
  }
  return given.size === 0 ? '' : `?${given.toString()}`
}
