/** The policy statement that allows what was denied, with what to do with it. */
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { joinStatements } from './join-statements.ts'
import { StatementBox } from './statement-box.tsx'

/** `statements`: one for each denied type. */
export function PolicyStatement({ statements }: { readonly statements: readonly unknown[] }) {
  const statement = statements.length === 1 ? statements[0] : joinStatements(statements)
  return (
    <SpaceBetween size="s">
      <div>Add this statement to the policy of the IAM role, then scan again.</div>
      <StatementBox value={statement} label="Policy statement" />
      <CopyToClipboard
        copyButtonText="Copy the statement"
        textToCopy={JSON.stringify(statement, null, 2)}
        copySuccessText="Copied"
        copyErrorText="Couldn't copy"
      />
    </SpaceBetween>
  )
}
