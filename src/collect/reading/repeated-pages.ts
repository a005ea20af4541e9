/** Ends lists whose pages repeat: a page is not requested twice. */
import { hash } from 'node:crypto'
import { CollectError } from './collect-error.ts'

type Call = { readonly schema: readonly [unknown, unknown, operation: string, ...unknown[]]; readonly input: object }

/** How services name what tells the next page. */
const pageToken = /token$|marker$|^position$|^start(?:record|table)|^exclusivestart/i

/** For the calls of one collector. Throws for a call with a page token that was made before, with all else alike. */
export function repeatedPages(): (call: never) => void {
  const seen = new Set<string>()
  return (call) => {
    const { schema, input } = call as Call
    if (!hasPageToken(input)) return
    const [, , operation] = schema
    const page = hash('sha1', `${operation} ${JSON.stringify(input)}`)
    if (seen.has(page)) {
      throw new CollectError(
        `The list of ${operation} never ends: it named a page as the next one that was read before.`,
      )
    }
    seen.add(page)
  }
}

function hasPageToken(input: object): boolean {
  for (const [name, value] of Object.entries(input)) {
    // Answers may hold any value as one.
    if (value !== undefined && value !== null && value !== '' && pageToken.test(name)) return true
  }
  return false
}
