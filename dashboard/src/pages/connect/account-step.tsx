/** The first step: the account’s name and account ID. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Form from '@cloudscape-design/components/form'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { regionsByPartition } from '../../../../contract/region-codes.ts'
import type { SessionAccountDetails } from '../../../../contract/session/accounts.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { partitionName } from '../../shared/partition-name.ts'

const partitions = Object.keys(regionsByPartition).map((value) => ({ value, label: partitionName(value) }))

export function AccountStep() {
  const [alias, setAlias] = useState('')
  const [accountId, setAccountId] = useState('')
  const [partition, setPartition] = useState('aws')
  const [role, setRole] = useState('')
  const [tried, setTried] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const digits = accountId.replaceAll(/[\s-]/gu, '')
  const problems = {
    alias: alias.trim() === '' ? 'Enter a name.' : undefined,
    cloudAccountId: /^\d{12}$/u.test(digits) ? undefined : 'Enter the 12 digits of the account ID.',
  }
  const create = useMutation({
    mutationFn: () =>
      request<SessionAccountDetails>('POST', '/session/accounts', {
        body: {
          alias: alias.trim(),
          cloudAccountId: digits,
          partition,
          ...(role.trim() !== '' && { roleIdentifier: role.trim() }),
        },
      }),
    onSuccess: async (account) => {
      queries.setQueryData(['account', account.id], account)
      navigate(`/accounts/${account.id}/connect`)
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
  const problem = (field: keyof typeof problems) =>
    (tried ? problems[field] : undefined) ?? fieldMessage(create.error, field)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problems.alias === undefined && problems.cloudAccountId === undefined) create.mutate()
      }}
    >
      <Form
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" formAction="none" onClick={() => navigate('/accounts')}>
              Cancel
            </Button>
            <Button variant="primary" loading={create.isPending}>
              Next
            </Button>
          </SpaceBetween>
        }
      >
        <Container>
          <SpaceBetween size="l">
            {create.isError && <FailureAlert error={create.error} />}
            <FormField
              label="Name"
              description="The name of the account in Surveyor, for example shop-production."
              errorText={problem('alias')}
            >
              <Input value={alias} autoFocus onChange={({ detail }) => setAlias(detail.value)} />
            </FormField>
            <FormField
              label="Account ID"
              description="The 12-digit ID of the AWS account."
              errorText={problem('cloudAccountId')}
            >
              <Input value={accountId} inputMode="numeric" onChange={({ detail }) => setAccountId(detail.value)} />
            </FormField>
            <ExpandableSection headerText="Partition and IAM role (optional)">
              <SpaceBetween size="l">
                <FormField label="Partition" errorText={fieldMessage(create.error, 'partition')}>
                  <Select
                    options={partitions}
                    selectedOption={partitions.find(({ value }) => value === partition) ?? null}
                    onChange={({ detail }) => setPartition(detail.selectedOption.value ?? 'aws')}
                  />
                </FormField>
                <FormField
                  label="IAM role ARN"
                  description="Only if the role isn’t named SurveyorScan."
                  errorText={fieldMessage(create.error, 'roleIdentifier')}
                >
                  <Input value={role} onChange={({ detail }) => setRole(detail.value)} />
                </FormField>
              </SpaceBetween>
            </ExpandableSection>
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  )
}
