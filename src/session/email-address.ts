/** Reads e-mail addresses that somebody may have: typed to sign in, or said by a provider of single sign-on. */
import { addressKey } from '../store/address-key.ts'

/** Of ASCII alone; wider than what is taken for new people, so that whoever is here from before is found. */
const form = /^[!-?A-~]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
const longest = 254

/** In lower case; `null` where the text is no address of ASCII characters. */
export function parseEmailAddress(text: string): string | null {
  return text.length <= longest && form.test(text) ? addressKey(text) : null
}
