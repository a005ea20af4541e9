/** Resource types that couldn’t be read, and what is missing because of that. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { unreadType } from '../../../contract/reach.ts'
import { capitalized, formatCount, kindNamePlural } from './resource-kind.ts'

/** Types shown until the user expands the list. */
const firstTypes = 5

export function UnreadTypes({
  title,
  unread,
}: {
  readonly title: string
  readonly unread: readonly Static<typeof unreadType>[]
}) {
  const [isWhole, setWhole] = useState(false)
  if (unread.length === 0) return null
  const shown = isWhole ? unread : unread.slice(0, firstTypes)
  return (
    <Alert type="warning" statusIconAriaLabel="Warning" header={title}>
      <ul className="plain-list">
        {shown.map(({ type, action, account, region, reason }) => (
          <li key={[type, action, account, region, reason].join(' ')}>
            {capitalized(kindNamePlural(type))}
            {account !== null && ` (${account}${region === null ? '' : `, ${region}`})`}: {reason}
            {action !== null && !reason.includes(action) && (
              <>
                {' '}
                (<code>{action}</code>)
              </>
            )}
          </li>
        ))}
      </ul>
      {shown.length < unread.length && (
        <Button variant="inline-link" onClick={() => setWhole(true)}>
          Show all {formatCount(unread.length)}
        </Button>
      )}
    </Alert>
  )
}
