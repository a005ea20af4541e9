/** Reads an optional filter by id. */
import { uuidPattern } from '../../contract/fields.ts'

const uuid = new RegExp(uuidPattern)

/** The id to look for; `undefined` without a filter; `null` when it cannot name anything. */
export function filterId(text: string | undefined): string | undefined | null {
  if (text === undefined) return undefined
  return uuid.test(text) ? text.toLowerCase() : null
}
