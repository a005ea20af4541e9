/** Opaque pagination cursors. Their checksum detects damaged or foreign ones, but it is no signature. */
import { crc32 } from 'node:zlib'
import { uuidPattern } from '../../contract/fields.ts'
import { validationError } from './api-error.ts'
import type { PagePosition } from '../store/page.ts'

const checksumBytes = 4
const uuid = new RegExp(uuidPattern)

/** `list` names the list, so that a cursor of one cannot be used with another. */
export function encodeCursor(list: string, position: readonly string[]): string {
  const content = Buffer.from(JSON.stringify(position))
  return Buffer.concat([checksum(list, content), content]).toString('base64url')
}

/** The position as it was encoded; throws a `VALIDATION_ERROR` on the path `cursor` when it cannot be one of that list. */
export function decodeCursor(list: string, cursor: string): readonly [string, string] {
  const bytes = Buffer.from(cursor, 'base64url')
  const content = bytes.subarray(checksumBytes)
  const isWhole =
    bytes.toString('base64url') === cursor && bytes.subarray(0, checksumBytes).equals(checksum(list, content))
  const position = isWhole ? parsed(content) : null
  if (!Array.isArray(position) || position.length !== 2) throw notACursor()
  const [first, second]: readonly unknown[] = position
  if (!isStorable(first) || !isStorable(second)) throw notACursor()
  return [first, second]
}

export const notACursor = () => validationError([{ path: ['cursor'], message: 'is not a cursor of this list' }])

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}

/** PostgreSQL compares neither NUL nor half a surrogate pair. */
function isStorable(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0') && part.isWellFormed()
}

function checksum(list: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt32BE(crc32(content, crc32(list)))
  return bytes
}

/** Where a list that is sorted by time goes on; throws as `decodeCursor` does. */
export function decodePosition(list: string, cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null
  const [time, id] = decodeCursor(list, cursor)
  const createdAt = new Date(time)
  // Four digits of year, none of them before Christ: times that PostgreSQL knows too.
  const isTime = /^(?!0000)\d{4}-/.test(time) && !Number.isNaN(createdAt.getTime()) && createdAt.toISOString() === time
  if (!isTime || !uuid.test(id)) throw notACursor()
  return { createdAt, id }
}

export const encodePosition = (list: string, last: PagePosition) =>
  encodeCursor(list, [last.createdAt.toISOString(), last.id])
