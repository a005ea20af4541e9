/** Defines the format of a share link's token. */
import { secretFormat } from './secret-text.ts'

/** 256 bits. */
const format = secretFormat('svy_share_', 43)

export type GeneratedShareToken = {
  /** Shown once and never stored. */
  readonly token: string
  /** SHA-256 of the token, which is stored. */
  readonly hash: Uint8Array
}

export function generateShareToken(): GeneratedShareToken {
  const { text, hash } = format.generate()
  return { token: text, hash }
}

/** Returns the hash for the lookup of the link, or `null` if the format or the checksum is wrong. */
export const parseShareToken = (text: string) => format.parse(text)
