/**
 * Issues opaque page tokens: a position with a signature for its list, so that forged and foreign tokens are errors.
 */
import { createHmac, randomBytes } from 'node:crypto'

export type PageTokens = {
  /** `list`: the operation, account, region, and other parameters of the list. */
  issue(list: string, position: number): string
  /** Returns the position, or `null` if the token wasn't issued for this list. */
  read(list: string, token: string): number | null
}

export function createPageTokens(): PageTokens {
  const key = randomBytes(32)
  const seal = (list: string, position: string) =>
    createHmac('sha256', key).update(`${position}:${list}`).digest('base64url')
  return {
    issue: (list, position) => Buffer.from(`${position}.${seal(list, String(position))}`).toString('base64'),
    read(list, token) {
      const [position = '', mac] = Buffer.from(token, 'base64').toString().split('.')
      return mac === seal(list, position) ? Number(position) : null
    },
  }
}
