/**
 * Makes pseudonyms: the same value always gets the same one, and only this installation can compute them, so that nobody
 * can find a short value by trying all of them.
 */
import { createHmac, type KeyObject } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const wordLength = 10

export type Pseudonyms = {
  word(value: string): string
  /** 12 digits. */
  accountId(value: string): string
  /** A number below `limit`, which is at most 2⁴⁸. */
  number(kind: string, value: string, limit: number): number
  /** Groups of 16 bits. */
  groups(kind: string, value: string, count: number): readonly number[]
}

export function createPseudonyms(key: KeyObject | Uint8Array): Pseudonyms {
  const digest = (kind: string, value: string) => createHmac('sha256', key).update(`${kind}\0${value}`).digest()
  const number = (kind: string, value: string, limit: number) => digest(kind, value).readUIntBE(0, 6) % limit
  return {
    word(value) {
      const bytes = digest('word', value).subarray(0, wordLength)
      return `x-${[...bytes].map((byte) => letters.charAt(byte % letters.length)).join('')}`
    },
    accountId: (value) => String(number('account', value, 10 ** 12)).padStart(12, '0'),
    number,
    groups(kind, value, count) {
      const bytes = digest(kind, value)
      return Array.from({ length: count }, (_, at) => bytes.readUInt16BE(at * 2))
    },
  }
}
