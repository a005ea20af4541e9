/** Shown for a link that was already used, expired, was revoked, or is incomplete. */
import Alert from '@cloudscape-design/components/alert'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Link } from 'wouter'
import { EntryCard } from './entry-card.tsx'

export function BrokenLink({ advice }: { readonly advice: string }) {
  return (
    <EntryCard title="This link doesn’t work">
      <SpaceBetween size="m">
        <Alert type="warning" statusIconAriaLabel="Warning">
          The link was already used, expired, was revoked, or is incomplete. {advice}
        </Alert>
        <Link href="/sign-in">Go to sign-in</Link>
      </SpaceBetween>
    </EntryCard>
  )
}
