/** The second step: the role to install in the account, in the form that its owner works with. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import Tabs from '@cloudscape-design/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoleFormat, RoleInstallation, SessionAccountDetails } from '../../../../contract/session/accounts.ts'
import { request } from '../../http/request.ts'
import { Copyable } from '../../shared/copyable.tsx'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { saveBlob } from '../../shared/save-file.ts'
import { StatementBox } from '../../shared/statement-box.tsx'

const ways: readonly { readonly id: RoleFormat; readonly label: string; readonly text: string }[] = [
  {
    id: 'cloudformation',
    label: 'CloudFormation',
    text: 'Save the template and create a stack from it in the account. It makes one role and nothing else.',
  },
  {
    id: 'terraform',
    label: 'Terraform',
    text: 'Save the file beside your configuration of that account and apply it.',
  },
  { id: 'cli', label: 'Command line', text: 'Run these commands with credentials of that account.' },
]

export function RoleStep({
  account,
  onNext,
}: {
  readonly account: SessionAccountDetails
  readonly onNext: () => void
}) {
  const [format, setFormat] = useState<RoleFormat>('cloudformation')
  const quickCreate = useInstallation(account.id, 'quick-create')
  const link = quickCreate.data?.url ?? null
  return (
    <SpaceBetween size="m">
      {link !== null && (
        <Container header={<Header variant="h2">The quick way</Header>}>
          <SpaceBetween size="s">
            <div>Opens the console of the account with everything filled in. Check it there, and create the stack.</div>
            <Button href={link} target="_blank" iconName="external" iconAlign="right">
              Create the role in the console
            </Button>
          </SpaceBetween>
        </Container>
      )}
      <Header variant="h2" description={`In the account ${account.cloudAccountId}.`}>
        The role
      </Header>
      {/* Not within a container: beside two paddings, a phone has no room left for a whole label. */}
      <Tabs
        variant="container"
        activeTabId={format}
        ariaLabel="Ways to install the role"
        onChange={({ detail }) => setFormat(detail.activeTabId as RoleFormat)}
        tabs={ways.map(({ id, label, text }) => ({
          id,
          label,
          content: <Installation accountId={account.id} format={id} text={text} />,
        }))}
      />
      {quickCreate.data !== undefined && (
        <Container>
          <KeyValuePairs
            columns={2}
            minColumnWidth={260}
            items={[
              {
                label: 'Whom the role trusts',
                value: <Copyable text={quickCreate.data.principal} what="principal" />,
              },
              { label: 'External id', value: <Copyable text={quickCreate.data.externalId} what="external id" /> },
            ]}
          />
        </Container>
      )}
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        <Button variant="primary" onClick={onNext}>
          The role is there: check it
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  )
}

function useInstallation(accountId: string, format: RoleFormat) {
  return useQuery({
    queryKey: ['role', accountId, format],
    queryFn: ({ signal }) =>
      request<RoleInstallation>('GET', `/session/accounts/${accountId}/role?format=${format}`, { signal }),
    staleTime: 60_000,
  })
}

function Installation({
  accountId,
  format,
  text,
}: {
  readonly accountId: string
  readonly format: RoleFormat
  readonly text: string
}) {
  const installation = useInstallation(accountId, format)
  if (installation.isError)
    return <FailureAlert error={installation.error} onRetry={() => void installation.refetch()} />
  if (installation.data === undefined) return <Spinner />
  const { content, fileName } = installation.data
  if (content === null) return null
  return (
    <SpaceBetween size="s">
      <div>{text}</div>
      <SpaceBetween direction="horizontal" size="xs">
        <CopyToClipboard
          copyButtonText="Copy"
          textToCopy={content}
          copySuccessText="Copied"
          copyErrorText="It could not be copied"
        />
        {fileName !== null && (
          <Button iconName="download" onClick={() => saveBlob(new Blob([content], { type: 'text/plain' }), fileName)}>
            Save {fileName}
          </Button>
        )}
      </SpaceBetween>
      <div className="installation">
        <StatementBox value={content} label={fileName ?? 'Commands'} />
      </div>
    </SpaceBetween>
  )
}
