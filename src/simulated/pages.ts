/** Splits lists into pages: with AWS's size limits, and tokens that are valid for one list only. */
import type { NormalizedSchema } from '@smithy/core/schema'
import type { StaticStructureSchema } from '@smithy/types'
import { pageToken, tokenPosition } from './page-token.ts'
import { membersOf, type WireOperation } from './protocols/operation.ts'
import { codedError, type ErrorCode, ProviderError } from './provider-error.ts'
import type { OperationContext } from './service.ts'

/** AWS's limits and error codes. */
export type Pages = {
  /** The smallest allowed size; 1 if absent. */
  readonly smallest?: number
  readonly largest: number
  /** The default size; the largest if absent. */
  readonly usual?: number | 'all'
  /** The maximum number of items of a page, if that is less than the largest allowed size. */
  readonly ceiling?: number
  /** The code for an invalid token or size. The two below override it. */
  readonly error?: string
  readonly badToken?: ErrorCode
  readonly badSize?: string
}

/** The names of an operation's paging members. */
export type PageMembers = {
  readonly token: string
  /** `null` if AWS alone determines the size. */
  readonly size: string | null
  /** The token's response member. `null` if the last item is the token. */
  readonly next: string | null
  /** Whether the list continues after a name instead of a token, in alphabetical order. */
  readonly byName: boolean
  /** The response member that indicates whether more follow. */
  readonly hasMore: string | null
}

const tokenName = /^(next|nextpage|page|pagination|continuation)?(token|marker|position)$/i
const sizeName = /^(max(results|records|items|buckets)|limit|pagesize|resourcesperpage)$/i
const hasMoreName = /^((is)?truncated|hasmore\w*)$/i
const startName = /^exclusivestart\w+name$/i
const endName = /^lastevaluated\w+name$/i

/** Derived from the operation's schemas; `null` if it returns everything at once. */
export function pageMembers({ input, output }: WireOperation): PageMembers | null {
  const [asked, told] = [memberNames(input), memberNames(output)]
  const start = asked.find((name) => startName.test(name))
  const token = asked.find((name) => tokenName.test(name)) ?? start
  if (token === undefined) return null
  return {
    token,
    byName: token === start,
    size: asked.find((name) => sizeName.test(name)) ?? null,
    // Some responses repeat the request's token besides the next one.
    next:
      told.find((name) => tokenName.test(name) && /^next/i.test(name)) ??
      told.find((name) => tokenName.test(name) || endName.test(name)) ??
      (token === start ? null : token),
    hasMore: told.find((name) => hasMoreName.test(name)) ?? null,
  }
}

export function memberNames(schema: NormalizedSchema): readonly string[] {
  return membersOf(schema).map(([name]) => name)
}

/** The SDK's schemas have the required members first, and their number last. */
export function requiredMembers(schema: NormalizedSchema): readonly string[] {
  const [, , , , , , count = 0] = schema.isStructSchema() ? (schema.getSchema() as StaticStructureSchema) : []
  return memberNames(schema).slice(0, count)
}

/** Throws a `ProviderError` for an invalid size and for a token of another list. */
export function cutPage<Item>(
  items: readonly Item[],
  { pages, members }: { readonly pages: Pages; readonly members: PageMembers },
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): { readonly items: readonly Item[]; readonly next: string | undefined } {
  const { effect } = context
  const asked = sizeOf(input, pages, members)
  const size = effect === 'short-pages' ? 1 : Math.min(asked, pages.ceiling ?? Infinity)
  const token = input[members.token]
  const rest = { ...input, [members.token]: undefined, [members.size ?? members.token]: undefined }
  const list = JSON.stringify([context.operation, context.account.accountId, context.region, rest])
  const sorted = members.byName ? items.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)) : items
  const position = (after: string) =>
    members.byName ? sorted.filter((name) => String(name) <= after).length : tokenPosition(list, after)
  const start = typeof token === 'string' ? position(token) : 0
  if (start === null) {
    const code = pages.badToken ?? pages.error ?? 'InvalidNextTokenException'
    throw codedError(code, 'The pagination token is not valid')
  }
  const end = start + size
  const page = sorted.slice(start, end)
  if (effect === 'endless') return { items: page, next: pageToken(list, start) }
  if (end >= sorted.length) return { items: page, next: undefined }
  return { items: page, next: members.byName ? String(page.at(-1)) : pageToken(list, end) }
}

/** Whether a page could have more items than the request allows. */
export function leavesRoom(input: Readonly<Record<string, unknown>>, pages: Pages, members: PageMembers): boolean {
  const { largest, ceiling = largest } = pages
  return members.size !== null && Math.min(sizeOf(input, pages, members), ceiling) < Math.min(largest, ceiling)
}

function sizeOf(input: Readonly<Record<string, unknown>>, pages: Pages, { size }: PageMembers): number {
  const { smallest = 1, largest, usual = largest } = pages
  const given = size === null ? undefined : input[size]
  if (given === undefined) return usual === 'all' ? Infinity : usual
  // Some REST services send the size as text.
  const asked = Number(given)
  if (asked >= smallest && asked <= largest) return asked
  throw new ProviderError(
    pages.badSize ?? pages.error ?? 'ValidationException',
    `1 validation error detected: Value '${asked}' at '${size}' failed to satisfy constraint: Member must be between ${smallest} and ${largest}`,
  )
}
