/**
 * Defines the format of an API key: a prefix, 30 random characters, and a checksum that detects typing errors without a
 * lookup.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'svy_live_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 bits. */
const randomLength = 30
/** 62⁶ exceeds 2³², so six characters are enough for any CRC32. */
const checksumLength = 6
const form = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

export type GeneratedApiKey = {
  /** Shown once and never stored. */
  readonly key: string
  /** SHA-256 of the key, which is stored. The key is so random that it needs no salt or slow hash. */
  readonly hash: Uint8Array
}

export function generateApiKey(): GeneratedApiKey {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const key = `${prefix}${random}${checksum(random)}`
  return { key, hash: hashOf(key) }
}

/** Returns the hash for the lookup of the key, or `null` if the format or the checksum is wrong. */
export function parseApiKey(text: string): { readonly hash: Uint8Array } | null {
  const [, random, given] = form.exec(text) ?? []
  if (random === undefined || given !== checksum(random)) return null
  return { hash: hashOf(text) }
}

function hashOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}

function checksum(random: string): string {
  let rest = crc32(prefix + random)
  let text = ''
  for (let position = 0; position < checksumLength; position += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
