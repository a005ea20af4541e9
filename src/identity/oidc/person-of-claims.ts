/** Reads trusted email and name from the claims of the SSO provider. */
import { parseEmailAddress } from '../email-address.ts'

export type ProvidedPerson = {
  /** In lower case; `null` without a supported address. */
  readonly email: string | null
  /** Whether the provider verified the address. */
  readonly emailVerified: boolean
  /** One line; not empty. */
  readonly name: string
}

const longestName = 200
/** Control characters, line separators, unpaired surrogates, and characters that change the writing direction. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function personOfClaims(claims: Readonly<Record<string, unknown>>): ProvidedPerson {
  const { email: given, email_verified: verified, name } = claims
  const email = typeof given === 'string' ? parseEmailAddress(given) : null
  return {
    email,
    // Some providers send all claims as strings. Other truthy values don't count.
    emailVerified: email !== null && (verified === true || verified === 'true'),
    name: nameOf(name) ?? email ?? 'Unknown user',
  }
}

function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  // Shortened before the patterns run, because a claim may have a million characters.
  const line = Array.from(
    claim
      .slice(0, longestName * 4)
      .replaceAll(unprintable, ' ')
      .trim(),
  )
  const name = line.slice(0, longestName).join('').trim()
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : null
}
