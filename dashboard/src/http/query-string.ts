/** Query parameters of a request, those without a value left out. */

/** With the leading `?`, or empty. */
export function queryString(
  parameters: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') given.set(name, String(value))
  }
  return given.size === 0 ? '' : `?${given.toString()}`
}
