/** Opaque page tokens: a position with a digest of its list, so that foreign and invented tokens are errors. */
import { createHash } from 'node:crypto'

/** `list`: the operation, account, region, and other parameters of the list. */
export function pageToken(list: string, position: number): string {
  return Buffer.from(`${position}.${digest(list)}`).toString('base64')
}

/** Returns the position, or `null` if the token isn't one of this list. */
export function tokenPosition(list: string, token: string): number | null {
  const [position, ofList] = Buffer.from(token, 'base64').toString().split('.')
  return ofList === digest(list) ? Number(position) : null
}

function digest(list: string): string {
  return createHash('sha256').update(list).digest('base64url')
}
