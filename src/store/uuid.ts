/** Ids as callers give them: what is no UUID names nothing, where PostgreSQL would fail the statement. */

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return form.test(text)
}
