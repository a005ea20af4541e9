/** Normalizes email addresses for comparison: only ASCII letters become lower case. */

/** Other letters can collide in lower case. The Kelvin sign (U+212A) becomes the letter k of another user's address. */
export function addressKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
