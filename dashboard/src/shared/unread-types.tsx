/** Resource types that couldn’t be read, and what is missing because of that. */
import Alert from '@cloudscape-design/components/alert'
import type { Static } from 'typebox'
import type { unreadType } from '../../../contract/reach.ts'
import { capitalized, kindNamePlural } from './resource-kind.ts'

export function UnreadTypes({
  title,
  unread,
}: {
  readonly title: string
  readonly unread: readonly Static<typeof unreadType>[]
}) {
  if (unread.length === 0) return null
  return (
    <Alert type="warning" statusIconAriaLabel="Warning" header={title}>
      <ul className="plain-list">
        {unread.map(({ type, action, account, region, reason }) => (
          <li key={[type, action, account, region, reason].join(' ')}>
            {capitalized(kindNamePlural(type))}: {reason}
            {action !== null && (
              <>
                {' '}
                (<code>{action}</code>)
              </>
            )}
            {account !== null && ` in ${account}${region === null ? '' : `, ${region}`}`}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
