/** The second step: creates the IAM role with CloudFormation, Terraform, or the AWS CLI. */
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
    text: 'Download the template and create a CloudFormation stack from it in the account. It creates one IAM role and nothing else.',
  },
  {
    id: 'terraform',
    label: 'Terraform',
    text: 'Add this file to your Terraform configuration of the account and apply it.',
  },
  { id: 'cli', label: 'AWS CLI', text: 'Run these commands with credentials of the account.' },
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
        <Container header={<Header variant="h2">Quick create</Header>}>
          <SpaceBetween size="s">
            <div>
              Opens the AWS CloudFormation console with all fields filled in. Review them and choose Create stack.
            </div>
            <Button href={link} target="_blank" iconName="external" iconAlign="right">
              Open CloudFormation console
            </Button>
          </SpaceBetween>
        </Container>
      )}
      <Header variant="h2" description={`Create this role in the AWS account ${account.cloudAccountId}.`}>
        IAM role
      </Header>
      {/* Outside a container: with its padding, a phone has no room for a whole tab label. */}
      <Tabs
        variant="container"
        activeTabId={format}
        ariaLabel="Ways to create the IAM role"
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
                label: 'Trusted principal',
                value: <Copyable text={quickCreate.data.principal} what="principal" />,
              },
              { label: 'External ID', value: <Copyable text={quickCreate.data.externalId} what="external ID" /> },
            ]}
          />
        </Container>
      )}
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        <Button variant="primary" onClick={onNext}>
          Check role
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
          copyErrorText="Couldn’t copy"
        />
        {fileName !== null && (
          <Button iconName="download" onClick={() => saveBlob(new Blob([content], { type: 'text/plain' }), fileName)}>
            Download {fileName}
          </Button>
        )}
      </SpaceBetween>
      <div className="installation">
        <StatementBox value={content} label={fileName ?? 'Commands'} />
      </div>
    </SpaceBetween>
  )
}
