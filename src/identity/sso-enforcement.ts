/**
 * Checks SSO enforcement. Organizations with SSO enforcement only accept SSO sessions. Owners are exempt, so that they
 * can change the setting while the SSO provider is unavailable.
 */
import type { OrganizationOfPerson } from '../store/people.ts'
import type { SignedIn } from './sign-in.ts'

export function needsSso(
  { signOnRequired, role }: Pick<OrganizationOfPerson, 'signOnRequired' | 'role'>,
  { bySso }: Pick<SignedIn, 'bySso'>,
): boolean {
  return signOnRequired && role !== 'owner' && !bySso
}
