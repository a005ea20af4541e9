/** Checks IDs from callers. An ID that isn't a UUID would fail the statement in PostgreSQL. */

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return form.test(text)
}
