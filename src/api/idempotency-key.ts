/** The header `Idempotency-Key` of create requests. */
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { validationError } from '../http/api-error.ts'

/** `created`: what the request creates. */
export const idempotencyKeyHeader = (created: string) =>
  Type.String({
    pattern: '^[\\x21-\\x7e]{1,255}$',
    description: `Kept for 24 hours. The same key with the same body returns the same ${created}. The same key with another body returns CONFLICT.`,
  })

/** Throws `VALIDATION_ERROR`. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  // Repeated headers are joined by ", ", and the space isn't a visible character.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw validationError([{ path: ['Idempotency-Key'], message: 'must be 1 to 255 visible ASCII characters' }])
  }
  return key
}
