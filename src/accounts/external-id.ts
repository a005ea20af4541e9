/** External ids: the secret-like part of a trust policy that keeps one customer's role from being used for another. */
import { randomBytes } from 'node:crypto'

/** 256 random bits in characters that STS allows (2 to 1,224 of `[\w+=,.@:/-]`). */
export function generateExternalId(): string {
  return `svy-${randomBytes(32).toString('base64url')}`
}
