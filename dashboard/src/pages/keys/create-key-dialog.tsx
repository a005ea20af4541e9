/** Makes a key: what it is for, what it may do, until when. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Modal from '@cloudscape-design/components/modal'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedKey } from '../../../../contract/session/keys.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'

const dayMs = 24 * 60 * 60 * 1000
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never' },
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
    name: name.trim() === '' ? 'Say what it is for.' : undefined,
    scopes: isReading || isWriting ? undefined : 'Choose at least one.',
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
  const submit = () => {
    setTried(true)
    if (Object.values(problems).every((problem) => problem === undefined)) create.mutate()
  }
  return (
    <Modal
      visible
      header="Create a key"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" loading={create.isPending} onClick={submit}>
              Create
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SpaceBetween size="l">
          {create.isError && <FailureAlert error={create.error} />}
          <FormField
            label="Name"
            description="What it is for, for example the name of the pipeline."
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
              description="Lists and reads scans, maps and accounts."
              onChange={({ detail }) => setReading(detail.checked)}
            >
              read
            </Checkbox>
            <Checkbox
              checked={isWriting}
              description="Starts scans."
              onChange={({ detail }) => setWriting(detail.checked)}
            >
              write
            </Checkbox>
          </FormField>
          <FormField label="Expires after" errorText={fieldMessage(create.error, 'expiresAt')}>
            <Select
              options={lifetimes}
              selectedOption={lifetimes.find(({ value }) => value === days) ?? null}
              onChange={({ detail }) => setDays(detail.selectedOption.value ?? '')}
            />
          </FormField>
        </SpaceBetween>
      </form>
    </Modal>
  )
}
