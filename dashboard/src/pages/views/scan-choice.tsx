/** Chooses whether a saved view shows the newest scan or always this one. */
import FormField from '@cloudscape-design/components/form-field'
import RadioGroup from '@cloudscape-design/components/radio-group'

export function ScanChoice({
  pinned,
  onChange,
}: {
  readonly pinned: boolean
  readonly onChange: (pinned: boolean) => void
}) {
  return (
    <FormField label="Scan">
      <RadioGroup
        value={pinned ? 'this' : 'newest'}
        items={[
          { value: 'newest', label: 'Always the newest scan' },
          { value: 'this', label: 'Only this scan', description: 'The view ends when this scan is deleted.' },
        ]}
        onChange={({ detail }) => onChange(detail.value === 'this')}
      />
    </FormField>
  )
}
