/** Reads an optional ID filter. */
import { uuidPattern } from '../../contract/fields.ts'

const uuid = new RegExp(uuidPattern)

/** Returns the ID; `undefined` without a filter; `null` if the text isn't a valid ID. */
export function filterId(text: string | undefined): string | undefined | null {
  if (text === undefined) return undefined
  return uuid.test(text) ? text.toLowerCase() : null
}
