/** Who a provider of single sign-on says somebody is, as far as the service believes it. */
import { parseEmailAddress } from '../email-address.ts'

export type ProvidedPerson = {
  /** In lower case; `null`: none that could be one here. */
  readonly email: string | null
  /** Whether the provider has proven that the address is theirs. */
  readonly emailVerified: boolean
  /** One line; not empty. */
  readonly name: string
}

const longestName = 200
/** Controls, line separators, halves of surrogate pairs, and the marks that make text read in another order than it is written. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function personOfClaims(claims: Readonly<Record<string, unknown>>): ProvidedPerson {
  const { email: given, email_verified: verified, name } = claims
  const email = typeof given === 'string' ? parseEmailAddress(given) : null
  return {
    email,
    // Some providers say all claims as texts. Nothing else is proof, whatever it would be in a condition.
    emailVerified: email !== null && (verified === true || verified === 'true'),
    name: nameOf(name) ?? email ?? 'Somebody',
  }
}

function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  // Cut before the patterns read it, too: a claim may have a million characters.
  const line = Array.from(
    claim
      .slice(0, longestName * 4)
      .replaceAll(unprintable, ' ')
      .trim(),
  )
  const name = line.slice(0, longestName).join('').trim()
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : null
}
