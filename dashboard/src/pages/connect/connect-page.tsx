/** Connects an account in three steps: add the account, create the IAM role, verify access. */
import Box from '@cloudscape-design/components/box'
import Spinner from '@cloudscape-design/components/spinner'
import Steps from '@cloudscape-design/components/steps'
import { useAccount } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { Page } from '../../shared/page.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { ChecklistStep } from './checklist-step.tsx'
import { AccountStep } from './account-step.tsx'
import { RoleStep } from './role-step.tsx'
import { useSearchParams } from 'wouter'

const parents = [{ text: 'Accounts', href: '/accounts' }]
const names = ['Add account', 'Create IAM role', 'Verify access'] as const

export function ConnectPage({ accountId }: { readonly accountId?: string }) {
  const isAdmin = useAllowed('admin')
  const account = useAccount(accountId)
  const [search, setSearch] = useSearchParams()
  const isChecking = search.get('step') === 'check'
  const step = accountId === undefined ? 0 : isChecking ? 2 : 1
  const title = account.data === undefined ? 'Connect an AWS account' : `Connect ${account.data.alias}`

  if (!isAdmin) {
    return (
      <Page title={title} parents={parents}>
        <EmptyTable title="Only admins can connect accounts" text="Ask an admin of your organization." />
      </Page>
    )
  }
  if (account.data?.imported === true) {
    return (
      <Page title={account.data.alias} parents={parents}>
        <EmptyTable
          title="This connection can’t be set up"
          text="Its scans were imported from snapshots. It has no IAM role. Connect the account separately."
        />
      </Page>
    )
  }
  return (
    <Page title={title} parents={parents} description="Surveyor uses a read-only IAM role in your account.">
      <div className="wizard">
        <nav aria-label="Steps">
          <Steps
            ariaLabel="Steps"
            steps={names.map((header, index) => ({
              header: (
                <Box variant="span" fontWeight={index === step ? 'bold' : 'normal'}>
                  {header}
                </Box>
              ),
              status:
                index < step || account.data?.status === 'connected'
                  ? 'success'
                  : index === step
                    ? 'in-progress'
                    : 'pending',
              statusIconAriaLabel: index < step ? 'Completed' : index === step ? 'In progress' : 'Pending',
            }))}
          />
        </nav>
        <div>
          {accountId === undefined && <AccountStep />}
          <QueryFailure
            query={account}
            header="Couldn’t load the account"
            missing={{ what: 'account', href: '/accounts', linkText: 'Go to accounts' }}
          />
          {account.isLoading && <Spinner />}
          {account.data !== undefined && !isChecking && (
            <RoleStep account={account.data} onNext={() => setSearch({ step: 'check' })} />
          )}
          {account.data !== undefined && isChecking && (
            <ChecklistStep account={account.data} onBack={() => setSearch({})} />
          )}
        </div>
      </div>
    </Page>
  )
}
