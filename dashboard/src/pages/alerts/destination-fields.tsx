/** The fields of an alert’s destination. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea from '@cloudscape-design/components/textarea'
import { destinationTypes, mailFrequencies, type NewDestination } from '../../../../contract/alert.ts'
import { fieldMessage } from '../../http/request.ts'
import { destinationWords, frequencyWords } from './alert-words.ts'

export type DestinationDraft = {
  readonly type: NewDestination['type']
  readonly url: string
  readonly routingKey: string
  /** One email address per line. */
  readonly to: string
  readonly frequency: NonNullable<NewDestination['frequency']>
  /** Of digests, in UTC. */
  readonly hour: number
}

export const emptyDestination: DestinationDraft = {
  type: 'webhook',
  url: '',
  routingKey: '',
  to: '',
  frequency: 'immediate',
  hour: 7,
}

export function destinationOf({ type, url, routingKey, to, frequency, hour }: DestinationDraft): NewDestination {
  if (type === 'mail') {
    return { type, to: to.split(/[\s,;]+/).filter((address) => address !== ''), frequency, hour }
  }
  if (type !== 'pagerduty') return { type, url: url.trim() }
  return { type, routingKey: routingKey.trim(), ...(url.trim() !== '' && { url: url.trim() }) }
}

const urlTexts = {
  webhook: ['URL', 'Gets JSON with a Standard Webhooks signature.'],
  slack: ['Webhook URL', 'The URL of an incoming webhook, from the settings of your Slack app.'],
  teams: ['Webhook URL', 'The URL of the workflow “Send webhook alerts to a channel”.'],
  pagerduty: ['Events API URL (optional)', 'For the EU service region: https://events.eu.pagerduty.com/v2/enqueue'],
} as const

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00 UTC`,
}))

export function DestinationFields({
  draft,
  error,
  onChange,
}: {
  readonly draft: DestinationDraft
  readonly error: Error | null
  readonly onChange: (draft: DestinationDraft) => void
}) {
  const { type, url, routingKey, to, frequency, hour } = draft
  const problem = (field: string) => fieldMessage(error, `destination.${field}`)
  const types = destinationTypes.map((value) => ({ value, label: destinationWords[value] }))
  const frequencies = mailFrequencies.map((value) => ({ value, label: frequencyWords[value] }))
  return (
    <SpaceBetween size="m">
      <FormField label="Destination" errorText={problem('type')}>
        <Select
          options={types}
          selectedOption={types.find(({ value }) => value === type) ?? null}
          onChange={({ detail }) => {
            const chosen = destinationTypes.find((value) => value === detail.selectedOption.value)
            if (chosen !== undefined) onChange({ ...draft, type: chosen, url: '' })
          }}
        />
      </FormField>
      {type === 'pagerduty' && (
        <FormField
          label="Integration key"
          description="The key of an Events API v2 integration, 32 characters."
          errorText={problem('routingKey')}
        >
          <Input
            value={routingKey}
            autoComplete={false}
            onChange={({ detail }) => onChange({ ...draft, routingKey: detail.value })}
          />
        </FormField>
      )}
      {type === 'mail' ? (
        <SpaceBetween size="m">
          <FormField label="Email addresses" description="One per line, at most 10." errorText={problem('to')}>
            <Textarea value={to} rows={3} onChange={({ detail }) => onChange({ ...draft, to: detail.value })} />
          </FormField>
          <FormField label="Frequency" errorText={problem('frequency')}>
            <Select
              options={frequencies}
              selectedOption={frequencies.find(({ value }) => value === frequency) ?? null}
              onChange={({ detail }) => {
                const chosen = mailFrequencies.find((value) => value === detail.selectedOption.value)
                if (chosen !== undefined) onChange({ ...draft, frequency: chosen })
              }}
            />
          </FormField>
          {frequency !== 'immediate' && (
            <FormField label="Hour" description="Weekly digests are sent on Monday." errorText={problem('hour')}>
              <Select
                options={hours}
                selectedOption={hours[hour] ?? null}
                onChange={({ detail }) => onChange({ ...draft, hour: Number(detail.selectedOption.value) })}
              />
            </FormField>
          )}
        </SpaceBetween>
      ) : (
        <FormField label={urlTexts[type][0]} description={urlTexts[type][1]} errorText={problem('url')}>
          <Input
            value={url}
            type="url"
            autoComplete={false}
            placeholder="https://"
            onChange={({ detail }) => onChange({ ...draft, url: detail.value })}
          />
        </FormField>
      )}
    </SpaceBetween>
  )
}
