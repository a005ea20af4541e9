/** Replaces the content of a failed scan: the reason, and how to fix it. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import { useAccount } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import type { Coverage } from '../../session/scan.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { useLinkNavigation } from '../../shared/use-link-navigation.ts'

export function FailedScan({
  scan: { cloudAccountId, accountAlias, errorMessage },
  coverage,
}: {
  readonly scan: SessionScan
  readonly coverage: readonly Coverage[]
}) {
  const account = useAccount(cloudAccountId)
  const isAdmin = useAllowed('admin')
  // The error of STS has the ARN of the denied role.
  const isRoleRefused = account.data !== undefined && errorMessage?.includes(account.data.roleIdentifier) === true
  const isDenied = coverage.some(({ status }) => status === 'denied')
  const follow = useLinkNavigation()
  return (
    <Alert
      type="error"
      statusIconAriaLabel="Error"
      header="This scan failed: nothing could be read"
      action={
        isAdmin &&
        (isRoleRefused || isDenied) && (
          <Button href={`/accounts/${cloudAccountId}/connect`} onFollow={follow}>
            {isRoleRefused ? 'Fix connection' : 'Update IAM role'}
          </Button>
        )
      }
    >
      {isRoleRefused && <div>Surveyor couldn’t assume the IAM role of {accountAlias}.</div>}
      <div>{errorMessage}</div>
      {!isAdmin && (isRoleRefused || isDenied) && (
        <div>
          Ask an admin to {isRoleRefused ? 'fix the connection' : 'update the IAM role'}.{' '}
          <PageLink href={`/accounts/${cloudAccountId}`}>View the connection</PageLink>
        </div>
      )}
    </Alert>
  )
}
