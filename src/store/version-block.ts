/**
 * Resource versions on their way into the store, as the bytes that are sent to it. They lie outside of the JavaScript heap, which
 * keeps whatever has waited for a moment until its next full collection.
 */
import type { ResourceContent } from '../graph/resource-version.ts'

export type VersionBlock = {
  /** Rows in it. */
  readonly size: number
  /** Of its rows. */
  readonly byteLength: number
  add(content: ResourceContent): void
  /** Of its rows, in hexadecimal, each once. */
  keys(): readonly string[]
  /** A JSON array of the rows of these keys, in UTF-8. What is not asked for is gone. */
  take(keys: ReadonlySet<string>): Buffer
  /** For other rows, in the same memory. */
  clear(): void
}

type Row = { readonly version: string; readonly start: number; readonly end: number }

const firstBytes = 64 * 1024
const mostBytesPerUnit = 3
const [openingBracket, closingBracket, comma] = [0x5b, 0x5d, 0x2c]

export function createVersionBlock(contents: Iterable<ResourceContent> = []): VersionBlock {
  let buffer = Buffer.allocUnsafeSlow(firstBytes)
  let rows: Row[] = []
  let end = 0

  function clear(): void {
    rows = []
    buffer[0] = openingBracket
    end = 1
  }

  /** For so many UTF-16 code units, and for what ends the array. */
  function makeRoomFor(units: number): void {
    const needed = end + units * mostBytesPerUnit + 1
    if (needed <= buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2))
    buffer.copy(larger, 0, 0, end)
    buffer = larger
  }

  function write(text: string): void {
    makeRoomFor(text.length)
    end += buffer.write(text, end)
  }

  function add({ version, row }: ResourceContent): void {
    if (rows.length > 0) write(',')
    const start = end
    write(`{"version":"${version}",`)
    write(row.slice(1))
    rows.push({ version, start, end })
  }

  /** Moves the rows of these keys to the front. */
  function keepOnly(keys: ReadonlySet<string>): void {
    const missing = new Set(keys)
    const kept = rows.filter(({ version }) => missing.delete(version))
    clear()
    for (const { version, start, end: endOfRow } of kept) {
      if (rows.length > 0) buffer[end++] = comma
      const moved = end
      buffer.copyWithin(moved, start, endOfRow)
      end += endOfRow - start
      rows.push({ version, start: moved, end })
    }
  }

  clear()
  for (const content of contents) add(content)
  return {
    get size() {
      return rows.length
    },
    get byteLength() {
      return end
    },
    add,
    keys: () => [...new Set(rows.map(({ version }) => version))],
    take(keys) {
      if (keys.size < rows.length) keepOnly(keys)
      buffer[end] = closingBracket
      return buffer.subarray(0, end + 1)
    },
    clear,
  }
}
