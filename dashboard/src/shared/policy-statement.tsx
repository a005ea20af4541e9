/** Shows the policy statements that allow the denied actions, by the policy that needs them. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { Coverage } from '../session/scan.ts'
import { joinStatements } from './join-statements.ts'
import { StatementBox } from './statement-box.tsx'

type Denied = Pick<Coverage, 'deniedBy' | 'statement'>

const identityPolicy = 'identity policy'

/** `denied`: types with a statement. If another policy denied an action, a change to the role’s policy doesn’t help. */
export function PolicyStatement({ denied }: { readonly denied: readonly Denied[] }) {
  const policies = [...new Set(denied.map(policyOf))].toSorted(
    (left, right) => Number(right === identityPolicy) - Number(left === identityPolicy),
  )
  return (
    <SpaceBetween size="l">
      {policies.map((policy) => (
        <StatementFor
          key={policy}
          policy={policy}
          statements={denied.filter((entry) => policyOf(entry) === policy).map(({ statement }) => statement)}
        />
      ))}
    </SpaceBetween>
  )
}

const policyOf = ({ deniedBy }: Denied): string => deniedBy ?? identityPolicy

function StatementFor({ policy, statements }: { readonly policy: string; readonly statements: readonly unknown[] }) {
  const statement = statements.length === 1 ? statements[0] : joinStatements(statements)
  return (
    <SpaceBetween size="s">
      <div>
        {policy === identityPolicy
          ? 'Add this statement to the policy of the IAM role, then scan again.'
          : `The ${policy} denied this. Add this statement to that policy, then scan again.`}
      </div>
      <StatementBox value={statement} label="Policy statement" />
      <CopyToClipboard
        copyButtonText="Copy statement"
        textToCopy={JSON.stringify(statement, null, 2)}
        copySuccessText="Copied"
        copyErrorText="Couldn’t copy"
      />
    </SpaceBetween>
  )
}
