/** Said of a link that was used, has expired or came incomplete. */
import Alert from '@cloudscape-design/components/alert'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Link } from 'wouter'
import { EntryCard } from './entry-card.tsx'

export function BrokenLink({ advice }: { readonly advice: string }) {
  return (
    <EntryCard title="This link does not work">
      <SpaceBetween size="m">
        <Alert type="warning" statusIconAriaLabel="Warning">
          It was used already, has expired or was withdrawn, or is incomplete. {advice}
        </Alert>
        <Link href="/sign-in">Go to sign in</Link>
      </SpaceBetween>
    </EntryCard>
  )
}
