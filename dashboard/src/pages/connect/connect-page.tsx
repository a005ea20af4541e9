/** Connects an account: name and number, then the role in the account, then checks until everything is in place. */
import Box from '@cloudscape-design/components/box'
import Spinner from '@cloudscape-design/components/spinner'
import Steps from '@cloudscape-design/components/steps'
import { useAccount } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { Page } from '../../shared/page.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { ChecklistStep } from './checklist-step.tsx'
import { DescribeStep } from './describe-step.tsx'
import { RoleStep } from './role-step.tsx'
import { useSearchParams } from 'wouter'

const parents = [{ text: 'Accounts', href: '/accounts' }]
const names = ['Name the account', 'Install the role', 'Check and connect'] as const

export function ConnectPage({ accountId }: { readonly accountId?: string }) {
  const isAdmin = useAllowed('admin')
  const account = useAccount(accountId)
  const [search, setSearch] = useSearchParams()
  const isChecking = search.get('step') === 'check'
  const step = accountId === undefined ? 0 : isChecking ? 2 : 1
  const title = account.data === undefined ? 'Connect an account' : `Connect ${account.data.alias}`

  if (!isAdmin) {
    return (
      <Page title={title} parents={parents}>
        <EmptyTable title="Administrators connect accounts" text="Ask one of your organization." />
      </Page>
    )
  }
  return (
    <Page title={title} parents={parents} description="Surveyor gets a role that reads, and nothing else.">
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
              statusIconAriaLabel: index < step ? 'Done' : index === step ? 'Now' : 'Later',
            }))}
          />
        </nav>
        <div>
          {accountId === undefined && <DescribeStep />}
          <QueryFailure
            query={account}
            header="The account could not be read"
            missing={{ what: 'account', href: '/accounts', wayOn: 'Go to accounts' }}
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
