/**
 * Organizations that ask for single sign-on show themselves to sessions that began with it, and to no others. Owners need not: so
 * there is always somebody who gets in, also while its provider is away, and can change the setting.
 */
import type { OrganizationOfPerson } from '../store/people.ts'
import type { SignedIn } from './sign-in.ts'

export function needsSignOn(
  { signOnRequired, role }: Pick<OrganizationOfPerson, 'signOnRequired' | 'role'>,
  { bySignOn }: Pick<SignedIn, 'bySignOn'>,
): boolean {
  return signOnRequired && role !== 'owner' && !bySignOn
}
