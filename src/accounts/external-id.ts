/** Generates external IDs. They prevent the use of one customer's role for another customer (confused deputy). */
import { randomBytes } from 'node:crypto'

/** 256 random bits in characters that STS allows (2 to 1,224 of `[\w+=,.@:/-]`). */
export function generateExternalId(): string {
  return `svy-${randomBytes(32).toString('base64url')}`
}

/**
 * Removes the external ID from a message. A caller that knows it and can make the service assume a role gets closer to
 * that role. Only admins, who set up connections, see it.
 */
export function withoutExternalId(message: string, externalId: string): string {
  return message.replaceAll(externalId, '(shown to admins)')
}
