/** Display texts of audit actions, and the page of the subject. */

const words: Readonly<Record<string, string>> = {
  'account.change': 'Changed an account',
  'account.connect': 'Added an account',
  'account.remove': 'Deleted an account',
  'account.verify': 'Verified an account',
  'alert.change': 'Changed an alert',
  'alert.create': 'Created an alert',
  'alert.new-secret': 'Replaced a signing secret',
  'alert.remove': 'Deleted an alert',
  'alert.replay': 'Sent a delivery again',
  'alert.test': 'Tested an alert',
  'baseline.remove': 'Removed a baseline',
  'baseline.set': 'Set a baseline',
  'invitation.create': 'Invited a user',
  'invitation.revoke': 'Revoked an invitation',
  'key.create': 'Created an API key',
  'key.revoke': 'Revoked an API key',
  'member.change': 'Changed a role',
  'member.join': 'Joined the organization',
  'member.remove': 'Removed a member',
  'organization.change': 'Changed the settings',
  'organization.create': 'Created the organization',
  'scan-run.create': 'Started a scan run',
  'scan.create': 'Started a scan',
  'schedule.change': 'Changed a schedule',
  'schedule.create': 'Created a schedule',
  'schedule.pause': 'Paused a schedule',
  'schedule.remove': 'Deleted a schedule',
  'schedule.resume': 'Resumed a schedule',
  'share-link.create': 'Created a share link',
  'share-link.revoke': 'Revoked a share link',
  'snapshot.create': 'Created a snapshot',
  'snapshot.import': 'Imported a snapshot',
  'user.password-change': 'Changed their password',
  'user.password-reset': 'Reset their password',
  'user.rename': 'Changed their name',
  'user.reset-link': 'Created a password reset link',
  'user.session-end': 'Ended a session',
  'user.sign-in': 'Signed in',
  'user.sign-in-failed': 'Failed to sign in',
  'user.sign-on-link': 'Linked SSO',
  'user.sign-out': 'Signed out',
  'view.create': 'Saved a view',
  'view.remove': 'Deleted a saved view',
  'view.rename': 'Renamed a saved view',
}

export function actionWords(action: string): string {
  return words[action] ?? action
}

/** The page of the subject, which may have been deleted since; null without a page. */
export function subjectPage(action: string, subject: string): string | null {
  if (action === 'scan.create' || action.startsWith('snapshot.') || action.startsWith('baseline.'))
    return `/scans/${subject}`
  if (action === 'scan-run.create') return `/schedules/runs/${subject}`
  if (action.startsWith('schedule.')) return '/schedules'
  if (action.startsWith('alert.')) return action === 'alert.remove' ? '/alerts' : `/alerts/${subject}`
  if (action.startsWith('view.') || action.startsWith('share-link.')) return '/views'
  return action.startsWith('account.') && action !== 'account.remove' ? `/accounts/${subject}` : null
}
