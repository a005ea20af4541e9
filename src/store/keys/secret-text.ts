/**
 * Defines formats of secrets that callers keep: a prefix, random characters, and a checksum that detects typing errors
 * without a lookup.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62⁶ exceeds 2³², so six characters are enough for any CRC32. */
const checksumLength = 6

export type SecretFormat = {
  generate(): {
    /** Shown once and never stored. */
    readonly text: string
    /** SHA-256 of the text, which is stored. The text is so random that it needs no salt or slow hash. */
    readonly hash: Uint8Array
  }
  /** Returns the hash for the lookup of the secret, or `null` if the format or the checksum is wrong. */
  parse(text: string): { readonly hash: Uint8Array } | null
}

/** `prefix`: letters and underscores. */
export function secretFormat(prefix: string, randomLength: number): SecretFormat {
  const form = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)
  return {
    generate() {
      const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
      const text = `${prefix}${random}${checksum(prefix + random)}`
      return { text, hash: hashOf(text) }
    },
    parse(text) {
      const [, random, given] = form.exec(text) ?? []
      return random === undefined || given !== checksum(prefix + random) ? null : { hash: hashOf(text) }
    },
  }
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

function checksum(of: string): string {
  let rest = crc32(of)
  let text = ''
  for (let position = 0; position < checksumLength; position += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
