/** IDs of new rows: UUIDs of version 7 (RFC 9562, section 5.7), which grow with time, so that rows of one millisecond keep their order too. */
import { randomBytes } from 'node:crypto'

/** Time of the last ID in 4096ths of a millisecond: what fits into the 60 bits before the random ones. */
let last = 0n

/** Greater than every ID made in this process before, even after the clock was set back. */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n
  const time = last.toString(16).padStart(15, '0')
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8() & 0x3f) | 0x80)
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
