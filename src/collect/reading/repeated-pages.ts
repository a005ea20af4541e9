/** Ends lists whose pages repeat. The same page is never requested twice. */
import { hash } from 'node:crypto'
import { CollectError } from './collect-error.ts'

type Call = { readonly schema: readonly [unknown, unknown, operation: string, ...unknown[]]; readonly input: object }

/** The names of page tokens in AWS requests. */
const pageToken = /token$|marker$|^position$|^start(?:record|table)|^exclusivestart/i

/** Checks the calls of one collector. Throws if a call with the same page token and parameters was made before. */
export function repeatedPages(): (call: never) => void {
  const seen = new Set<string>()
  return (call) => {
    const { schema, input } = call as Call
    if (!hasPageToken(input)) return
    const [, , operation] = schema
    const page = hash('sha1', `${operation} ${JSON.stringify(input)}`)
    if (seen.has(page)) {
      throw new CollectError(`The list of ${operation} never ends: the next page is one that was already read.`)
    }
    seen.add(page)
  }
}

function hasPageToken(input: object): boolean {
  for (const [name, value] of Object.entries(input)) {
    // Responses may use any value as a token.
    if (value !== undefined && value !== null && value !== '' && pageToken.test(name)) return true
  }
  return false
}
