/** Hashes content that isn't stored. */
import { createHash } from 'node:crypto'

/** Returns the SHA-256 in hexadecimal. */
export function hashOf(bytes: Uint8Array): Buffer {
  return Buffer.from(createHash('sha256').update(bytes).digest('hex'))
}
