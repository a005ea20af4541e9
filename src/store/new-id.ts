/**
 * Generates IDs of new rows: UUIDs of version 7 (RFC 9562, section 5.7). They increase with time, also within a
 * millisecond.
 */
import { randomBytes } from 'node:crypto'

/** The time of the last ID in 1/4096 milliseconds, which fits in the 60 bits before the random ones. */
let last = 0n

/** Returns an ID greater than all earlier ones of this process, even after the clock was set back. */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n
  const time = last.toString(16).padStart(15, '0')
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8() & 0x3f) | 0x80)
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
