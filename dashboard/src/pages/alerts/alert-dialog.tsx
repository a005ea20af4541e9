/** Creates an alert, or changes one. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Alert, type AlertEvent, alertEvents, type AlertWithSecret } from '../../../../contract/alert.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { eventWords, rankWords, targetText } from './alert-words.ts'
import { DestinationFields, destinationOf, emptyDestination } from './destination-fields.tsx'

const eventOptions = alertEvents.map((value) => ({ value, label: eventWords[value] }))
const rankOptions = rankWords.map((label, index) => ({ value: String(index + 1), label }))
const usualEvents: readonly AlertEvent[] = ['scan.failed', 'changes.found', 'exposure.opened', 'connection.failed']

export function AlertDialog({
  alert,
  onClose,
  onSaved,
}: {
  /** The alert to change; `null` for a new one. */
  readonly alert: Alert | null
  readonly onClose: () => void
  readonly onSaved: (saved: AlertWithSecret) => void
}) {
  const accounts = useAccounts()
  const [name, setName] = useState(alert?.name ?? '')
  const [events, setEvents] = useState<readonly string[]>(alert?.events ?? usualEvents)
  const [accountIds, setAccountIds] = useState<readonly string[]>(alert?.cloudAccountIds ?? [])
  const [rank, setRank] = useState(String(alert?.leastRank ?? rankOptions.length))
  const [keepsDestination, setKeepsDestination] = useState(alert !== null)
  const [destination, setDestination] = useState({
    ...emptyDestination,
    ...(alert !== null && {
      type: alert.destination.type,
      to: alert.destination.to.join('\n'),
      frequency: alert.destination.frequency,
      hour: alert.destination.hour ?? emptyDestination.hour,
    }),
  })

  const save = useMutation({
    mutationFn: () =>
      request<AlertWithSecret>(
        alert === null ? 'POST' : 'PUT',
        alert === null ? '/session/alerts' : `/session/alerts/${alert.id}`,
        {
          body: {
            name: name.trim(),
            events,
            cloudAccountIds: accountIds,
            leastRank: Number(rank),
            paused: alert?.paused ?? false,
            ...(!keepsDestination && { destination: destinationOf(destination) }),
          },
        },
      ),
    onSuccess: onSaved,
  })
  const options = (accounts.data ?? []).map(({ id, alias, cloudAccountId }) => ({
    value: id,
    label: alias,
    description: cloudAccountId,
  }))
  const problem = (field: string) => fieldMessage(save.error, field)

  return (
    <FormDialog
      title={alert === null ? 'Create an alert' : 'Change the alert'}
      submitText={alert === null ? 'Create alert' : 'Save changes'}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {accounts.isError && <FailureAlert error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <FormField label="Name" errorText={problem('name')}>
        <Input value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      <FormField label="Events" errorText={problem('events')}>
        <Multiselect
          options={eventOptions}
          selectedOptions={eventOptions.filter(({ value }) => events.includes(value))}
          placeholder="Choose events"
          onChange={({ detail }) => setEvents(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        />
      </FormField>
      {events.includes('changes.found') && (
        <FormField label="Importance of changes" errorText={problem('leastRank')}>
          <Select
            options={rankOptions}
            selectedOption={rankOptions.find(({ value }) => value === rank) ?? null}
            onChange={({ detail }) => setRank(detail.selectedOption.value ?? rank)}
          />
        </FormField>
      )}
      <FormField
        label="Accounts"
        description="Without a choice, events of all accounts count."
        errorText={problem('cloudAccountIds')}
      >
        <Multiselect
          options={options}
          selectedOptions={options.filter(({ value }) => accountIds.includes(value))}
          placeholder="All accounts"
          filteringType="auto"
          statusType={accounts.isLoading ? 'loading' : 'finished'}
          loadingText="Loading the accounts"
          empty="No accounts"
          onChange={({ detail }) => setAccountIds(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        />
      </FormField>
      {alert !== null && (
        <Checkbox
          checked={keepsDestination}
          description={targetText(alert.destination)}
          onChange={({ detail }) => setKeepsDestination(detail.checked)}
        >
          Keep the destination
        </Checkbox>
      )}
      {!keepsDestination && <DestinationFields draft={destination} error={save.error} onChange={setDestination} />}
    </FormDialog>
  )
}
