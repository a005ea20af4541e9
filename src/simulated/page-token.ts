/** Opaque page tokens: a position sealed to the list it belongs to, so that a token made up or taken from elsewhere is an error. */
import { createHmac, randomBytes } from 'node:crypto'

export type PageTokens = {
  /** `list` names what is paged through: operation, account, region and the request's other parameters. */
  issue(list: string, position: number): string
  /** The position, or `null` when the token was not issued for this list. */
  read(list: string, token: string): number | null
  /** Faults: each page is told to be followed by itself, or holds one item only. */
  readonly endless?: boolean
  readonly shortPages?: boolean
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
