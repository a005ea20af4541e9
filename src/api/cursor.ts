/** Opaque pagination cursors: where a list goes on, with a checksum that tells a damaged or foreign one. */
import { crc32 } from 'node:zlib'
import { validationError } from './api-error.ts'
import type { PagePosition } from '../store/page.ts'

const checksumBytes = 4

/** `list` names the list, so that a cursor of one cannot be used with another. */
export function encodeCursor(list: string, position: readonly string[]): string {
  const content = Buffer.from(JSON.stringify(position))
  return Buffer.concat([checksum(list, content), content]).toString('base64url')
}

/** Throws a `VALIDATION_ERROR` on the path `cursor` when this is no cursor of that list. */
export function decodeCursor(list: string, cursor: string): readonly string[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const content = bytes.subarray(checksumBytes)
  const isWhole =
    bytes.toString('base64url') === cursor && bytes.subarray(0, checksumBytes).equals(checksum(list, content))
  const position: unknown = isWhole && content.length > 0 ? JSON.parse(content.toString()) : null
  if (!Array.isArray(position) || !position.every((part) => typeof part === 'string')) {
    throw validationError([{ path: ['cursor'], message: 'is not a cursor of this list' }])
  }
  return position
}

function checksum(list: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt32BE(crc32(content, crc32(list)))
  return bytes
}

/** Where a list that is sorted by time goes on. */
export function decodePosition(list: string, cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = decodeCursor(list, cursor)
  return { createdAt: new Date(createdAt), id }
}

export const encodePosition = (list: string, last: PagePosition) =>
  encodeCursor(list, [last.createdAt.toISOString(), last.id])
