/** Creates a schedule for the regions of one account. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schedule } from '../../../../contract/schedule.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { regionOptions } from '../../shared/region-options.ts'

export function CreateScheduleDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: () => void
}) {
  const accounts = useAccounts()
  const [accountId, setAccountId] = useState<string>()
  const account = accounts.data?.find(({ id }) => id === accountId) ?? accounts.data?.[0]
  const [regions, setRegions] = useState<readonly string[]>([])
  const [kind, setKind] = useState<'hours' | 'cron'>('hours')
  const [hours, setHours] = useState('6')
  const [cron, setCron] = useState('0 6 * * MON-FRI')
  const [timeZone, setTimeZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [jitter, setJitter] = useState('5')

  const create = useMutation({
    mutationFn: () =>
      request<Schedule>('POST', '/session/schedules', {
        body: {
          cloudAccountId: account?.id,
          regions: regions.length === 0 ? ['all'] : regions,
          ...(kind === 'hours' ? { everyHours: Number(hours) } : { cron }),
          timeZone,
          jitterMinutes: Number(jitter),
        },
      }),
    onSuccess: onCreated,
  })
  const options = (accounts.data ?? []).map(({ id, alias, cloudAccountId }) => ({
    value: id,
    label: alias,
    description: cloudAccountId,
  }))
  const offered = regionOptions(account?.partition ?? 'aws')
  const problem = (field: string) => fieldMessage(create.error, field)

  return (
    <FormDialog
      title="Create a schedule"
      submitText="Create schedule"
      disabled={account === undefined}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      {accounts.isError && <FailureAlert error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <FormField label="Account" errorText={problem('cloudAccountId')}>
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === account?.id) ?? null}
          placeholder="Choose an account"
          statusType={accounts.isLoading ? 'loading' : 'finished'}
          loadingText="Loading the accounts"
          empty="No accounts"
          onChange={({ detail }) => {
            setAccountId(detail.selectedOption.value)
            setRegions([])
          }}
        />
      </FormField>
      <FormField
        label="Regions"
        description="Without a choice, all regions that the account has enabled are scanned."
        errorText={problem('regions')}
      >
        <Multiselect
          options={offered}
          selectedOptions={offered.filter(({ value }) => regions.includes(value ?? ''))}
          placeholder="All enabled regions"
          filteringType="auto"
          onChange={({ detail }) => setRegions(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        />
      </FormField>
      <FormField label="Repeats">
        <RadioGroup
          value={kind}
          items={[
            { value: 'hours', label: 'Every number of hours' },
            { value: 'cron', label: 'Cron expression' },
          ]}
          onChange={({ detail }) => setKind(detail.value === 'cron' ? 'cron' : 'hours')}
        />
      </FormField>
      {kind === 'hours' ? (
        <FormField label="Hours" errorText={problem('everyHours')}>
          <Input type="number" value={hours} onChange={({ detail }) => setHours(detail.value)} />
        </FormField>
      ) : (
        <>
          <FormField
            label="Cron expression"
            constraintText="Minute, hour, day of month, month, day of week. At most every 15 minutes."
            errorText={problem('cron')}
          >
            <Input value={cron} onChange={({ detail }) => setCron(detail.value)} />
          </FormField>
          <FormField label="Time zone" constraintText="For example Europe/Berlin." errorText={problem('timeZone')}>
            <Input value={timeZone} onChange={({ detail }) => setTimeZone(detail.value)} />
          </FormField>
        </>
      )}
      <FormField
        label="Jitter in minutes"
        constraintText="Each run starts up to this many minutes late."
        errorText={problem('jitterMinutes')}
      >
        <Input type="number" value={jitter} onChange={({ detail }) => setJitter(detail.value)} />
      </FormField>
    </FormDialog>
  )
}
