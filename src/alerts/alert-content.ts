/** Defines what a delivery tells, independent of the format of its destination. */

/** One line of a message: a change, or several alike ones. */
export type AlertItem = {
  readonly rank: number
  readonly kind: string
  /** One sentence with names of resources. */
  readonly summary: string
  /** How many changes the line stands for. */
  readonly count: number
  readonly resource: {
    readonly type: string
    readonly id: string | null
    readonly arn: string | null
    readonly name: string | null
  }
}

export type AlertContent = {
  readonly event: string
  /** ISO 8601. */
  readonly occurredAt: string
  /** One line, for people. */
  readonly summary: string
  /** Why it happened, if there is a reason. */
  readonly reason: string | null
  readonly account: { readonly id: string; readonly alias: string; readonly accountId: string } | null
  readonly region: string | null
  readonly scanId: string | null
  /** The scan that it was compared with. */
  readonly baseScanId: string | null
  readonly scheduleId: string | null
  /** The page of the dashboard. `null` without PUBLIC_URL. */
  readonly url: string | null
  readonly items: readonly AlertItem[]
  /** The number of changes that the items don't show. */
  readonly moreItems: number
  /** Only of digests. */
  readonly entries: readonly AlertContent[]
  readonly moreEntries: number
}

/** More are only counted, and shown on the page of the dashboard. */
export const mostItems = 20
/** Longer sentences are cut. */
const longestText = 250

export function shortText(text: string): string {
  const letters = Array.from(text.slice(0, 2 * longestText))
  return letters.length <= longestText && text.length <= 2 * longestText
    ? text
    : `${letters.slice(0, longestText - 1).join('')}…`
}

/** For example `1 change` and `2 changes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** What a message says about items or events that it leaves out; `null` if there are none. */
export function moreText({ moreItems, moreEntries }: Pick<AlertContent, 'moreItems' | 'moreEntries'>): string | null {
  if (moreItems > 0) return `${counted(moreItems, 'more change')}.`
  return moreEntries > 0 ? `${counted(moreEntries, 'more event')}.` : null
}

/** Account and region, for example `production (123456789012), us-east-1`. */
export function placeText({ account, region }: Pick<AlertContent, 'account' | 'region'>): string | null {
  if (account === null) return null
  return [`${account.alias} (${account.accountId})`, region].filter((part) => part !== null).join(', ')
}
