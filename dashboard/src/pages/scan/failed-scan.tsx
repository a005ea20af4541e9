/** In place of what a scan found, where it failed: that nothing could be read, why, and the way to mend it. */
import Alert from '@cloudscape-design/components/alert'
import { useAccount } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import type { Coverage } from '../../session/scan.ts'
import { PageLink } from '../../shared/page-link.tsx'

export function FailedScan({
  scan: { cloudAccountId, errorMessage },
  coverage,
}: {
  readonly scan: SessionScan
  readonly coverage: readonly Coverage[]
}) {
  const account = useAccount(cloudAccountId)
  const isAdmin = useAllowed('admin')
  // STS names the role that it refuses.
  const isRoleRefused =
    account.data !== undefined &&
    (account.data.status === 'failed' || errorMessage?.includes(account.data.roleIdentifier) === true)
  const isDenied = coverage.some(({ status }) => status === 'denied')
  return (
    <Alert type="error" statusIconAriaLabel="Error" header="This scan failed: nothing could be read">
      <div>{errorMessage}</div>
      {(isRoleRefused || isDenied) && (
        <div>
          {isAdmin ? (
            <PageLink href={`/accounts/${cloudAccountId}/connect`}>
              {isRoleRefused ? 'Fix the connection' : 'Update the IAM role'}
            </PageLink>
          ) : (
            <>
              Ask an admin to {isRoleRefused ? 'fix the connection' : 'update the IAM role'}.{' '}
              <PageLink href={`/accounts/${cloudAccountId}`}>View the connection</PageLink>
            </>
          )}
        </div>
      )}
    </Alert>
  )
}
