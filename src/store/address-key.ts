/** How e-mail addresses are compared: in lower case, of ASCII letters alone. */

/** Others have lower cases too: that of U+212A, the Kelvin sign, is the letter k of somebody else's address. */
export function addressKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
