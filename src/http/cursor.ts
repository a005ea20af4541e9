/** Encodes opaque pagination cursors. A checksum detects damaged or foreign ones. It isn't a signature. */
import { crc32 } from 'node:zlib'
import { uuidPattern } from '../../contract/fields.ts'
import { validationError } from './api-error.ts'
import type { PagePosition } from '../store/page.ts'

const checksumBytes = 4
const uuid = new RegExp(uuidPattern)

/** `list` names the list, so that its cursors can't be used with another list. */
export function encodeCursor(list: string, position: readonly string[]): string {
  const content = Buffer.from(JSON.stringify(position))
  return Buffer.concat([checksum(list, content), content]).toString('base64url')
}

/** Returns the encoded position. Throws `VALIDATION_ERROR` for `cursor` if it isn't a cursor of that list. */
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

/** PostgreSQL accepts neither NUL nor unpaired surrogates. */
function isStorable(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0') && part.isWellFormed()
}

function checksum(list: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt32BE(crc32(content, crc32(list)))
  return bytes
}

/** Returns the position in a list by time. Throws like `decodeCursor`. */
export function decodePosition(list: string, cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null
  const [time, id] = decodeCursor(list, cursor)
  const createdAt = new Date(time)
  // Four-digit years after 0, which PostgreSQL supports too.
  const isTime = /^(?!0000)\d{4}-/.test(time) && !Number.isNaN(createdAt.getTime()) && createdAt.toISOString() === time
  if (!isTime || !uuid.test(id)) throw notACursor()
  return { createdAt, id }
}

export const encodePosition = (list: string, last: PagePosition) =>
  encodeCursor(list, [last.createdAt.toISOString(), last.id])
