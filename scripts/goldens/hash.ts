/** What stands for bytes that are not kept. */
import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal. */
export function hashOf(bytes: Uint8Array): Buffer {
  return Buffer.from(createHash('sha256').update(bytes).digest('hex'))
}
