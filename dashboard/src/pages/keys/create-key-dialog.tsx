/** Creates an API key with a name, scopes, and an expiry. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedKey } from '../../../../contract/session/keys.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'

const dayMs = 24 * 60 * 60 * 1000
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'No expiration' },
]

export function CreateKeyDialog({
  onCreated,
  onClose,
}: {
  readonly onCreated: (key: CreatedKey) => void
  readonly onClose: () => void
}) {
  const [name, setName] = useState('')
  const [isReading, setReading] = useState(true)
  const [isWriting, setWriting] = useState(true)
  const [days, setDays] = useState('90')
  const [tried, setTried] = useState(false)
  const problems = {
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    scopes: isReading || isWriting ? undefined : 'Choose at least one scope.',
  }
  const create = useMutation({
    mutationFn: () =>
      request<CreatedKey>('POST', '/session/keys', {
        body: {
          name: name.trim(),
          scopes: [...(isReading ? ['read'] : []), ...(isWriting ? ['write'] : [])],
          expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
        },
      }),
    onSuccess: onCreated,
  })
  return (
    <FormDialog
      title="Create an API key"
      submitText="Create key"
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (Object.values(problems).every((problem) => problem === undefined)) create.mutate()
      }}
    >
      <FormField
        label="Name"
        description="For example, the name of the pipeline."
        errorText={(tried ? problems.name : undefined) ?? fieldMessage(create.error, 'name')}
      >
        <Input value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      <FormField
        label="Scopes"
        errorText={(tried ? problems.scopes : undefined) ?? fieldMessage(create.error, 'scopes')}
      >
        <Checkbox
          checked={isReading}
          description="View scans, diagrams, and accounts."
          onChange={({ detail }) => setReading(detail.checked)}
        >
          read
        </Checkbox>
        <Checkbox checked={isWriting} description="Start scans." onChange={({ detail }) => setWriting(detail.checked)}>
          write
        </Checkbox>
      </FormField>
      <FormField label="Expiration" errorText={fieldMessage(create.error, 'expiresAt')}>
        <Select
          options={lifetimes}
          selectedOption={lifetimes.find(({ value }) => value === days) ?? null}
          onChange={({ detail }) => setDays(detail.selectedOption.value ?? '')}
        />
      </FormField>
    </FormDialog>
  )
}
