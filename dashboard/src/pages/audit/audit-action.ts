/** What was done, in words; and where what it was done to can be seen. */

const words: Readonly<Record<string, string>> = {
  'account.change': 'Changed an account',
  'account.connect': 'Added an account',
  'account.remove': 'Removed an account',
  'account.verify': 'Verified an account',
  'invitation.create': 'Invited somebody',
  'invitation.revoke': 'Withdrew an invitation',
  'key.create': 'Created an API key',
  'key.revoke': 'Revoked an API key',
  'member.change': 'Changed a role',
  'member.join': 'Joined',
  'member.remove': 'Removed a member',
  'organization.change': 'Changed the settings',
  'organization.create': 'Created the organization',
  'scan.create': 'Started a scan',
  'user.password-change': 'Changed the password',
  'user.password-reset': 'Chose a new password by a link',
  'user.rename': 'Changed their name',
  'user.reset-link': 'Made a link for a new password',
  'user.session-end': 'Ended a session',
  'user.sign-in': 'Signed in',
  'user.sign-in-failed': 'Failed to sign in',
  'user.sign-on-link': 'Linked single sign-on',
  'user.sign-out': 'Signed out',
}

export function actionWords(action: string): string {
  return words[action] ?? action
}

/** The page of what was acted on, which may be gone; null: it has none. */
export function subjectPage(action: string, subject: string): string | null {
  if (action === 'scan.create') return `/scans/${subject}`
  return action.startsWith('account.') && action !== 'account.remove' ? `/accounts/${subject}` : null
}
