/** Defines the format of an API key. */
import { secretFormat } from './secret-text.ts'

/** 178 bits. */
const format = secretFormat('svy_live_', 30)

export type GeneratedApiKey = {
  /** Shown once and never stored. */
  readonly key: string
  /** SHA-256 of the key, which is stored. */
  readonly hash: Uint8Array
}

export function generateApiKey(): GeneratedApiKey {
  const { text, hash } = format.generate()
  return { key: text, hash }
}

/** Returns the hash for the lookup of the key, or `null` if the format or the checksum is wrong. */
export const parseApiKey = (text: string) => format.parse(text)
