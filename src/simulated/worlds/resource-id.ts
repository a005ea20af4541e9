/** Generates identifiers in AWS's format that are the same in every run. */
import { createHash } from 'node:crypto'

/** Returns an ID such as `vpc-0a1b…`: a prefix and 17 hexadecimal digits derived from the meaning. */
export function resourceId(prefix: string, meaning: string): string {
  return `${prefix}-0${hexDigits(`${prefix} ${meaning}`, 16)}`
}

/** Returns hexadecimal digits, at most 64, derived from the meaning. */
export function hexDigits(meaning: string, count: number): string {
  return createHash('sha256').update(meaning).digest('hex').slice(0, count)
}

/** Converts an object to EC2 tags. */
export function tagList(tags: Readonly<Record<string, string>>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
}
