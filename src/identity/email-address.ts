/** Parses email addresses of existing users: typed to sign in, or returned by the SSO provider. */
import { addressKey } from '../store/address-key.ts'

/** ASCII only. Accepts more than the rule for new users, so that earlier users are still found. */
const form = /^[!-?A-~]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/
const longest = 254

/** Returns it in lower case; `null` if the text isn't an ASCII email address. */
export function parseEmailAddress(text: string): string | null {
  return text.length <= longest && form.test(text) ? addressKey(text) : null
}
