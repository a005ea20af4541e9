/** Reads e-mail addresses that come from outside: typed, or said by a provider of single sign-on. */
import { emailAddressPattern, longestEmailAddress } from '../../contract/session/fields.ts'
import { addressKey } from '../store/address-key.ts'

const form = new RegExp(emailAddressPattern, 'u')

/** In lower case; `null` where the text is no address of ASCII characters. */
export function parseEmailAddress(text: string): string | null {
  return text.length <= longestEmailAddress && form.test(text) ? addressKey(text) : null
}
