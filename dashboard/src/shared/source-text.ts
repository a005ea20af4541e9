/** Who can reach a resource, in words. */
import type { ExposureObject } from '../../../contract/exposure.ts'

/** For example "internet", "account 111122223333", or CIDR blocks. */
export function sourceText({ from, accounts }: Pick<ExposureObject, 'from' | 'accounts'>): string {
  if (accounts.length === 0) return from.replaceAll(',', ', ')
  return `${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`
}
