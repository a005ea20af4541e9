/** External ids: the secret-like part of a trust policy that keeps one customer's role from being used for another. */
import { randomBytes } from 'node:crypto'

/** 256 random bits in characters that STS allows (2 to 1,224 of `[\w+=,.@:/-]`). */
export function generateExternalId(): string {
  return `svy-${randomBytes(32).toString('base64url')}`
}

/**
 * Whoever knows it, and can make the service ask for a role, comes closer to that role: messages name it to those alone who set
 * connections up.
 */
export function withoutExternalId(message: string, externalId: string): string {
  return message.replaceAll(externalId, '(shown to administrators)')
}
