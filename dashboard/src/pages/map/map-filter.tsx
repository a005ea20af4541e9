/** The filter dialog: the service draws the diagram again for the chosen resources, tags, and types. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { capitalized, kindNamePlural } from '../../shared/resource-kind.ts'
import { noOptions } from './map-address.ts'
import type { MapOptions } from './map-address.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

export function MapFilter({
  diagram,
  options,
  onChange,
}: {
  readonly diagram: PlacedDiagram
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (options: MapOptions) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const isFiltered = Object.keys(options).length > 0
  return (
    <>
      <Button iconName="filter" variant={isFiltered ? 'primary' : 'normal'} onClick={() => setOpen(true)}>
        Filter
      </Button>
      {isFiltered && (
        <Button variant="link" onClick={() => onChange(noOptions)}>
          Clear filter
        </Button>
      )}
      {isOpen && (
        <FilterDialog diagram={diagram} options={options} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function FilterDialog({
  diagram,
  options,
  onChange,
  onClose,
}: {
  readonly diagram: PlacedDiagram
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (options: MapOptions) => void
  readonly onClose: () => void
}) {
  const [focus, setFocus] = useState(options['focus'] ?? '')
  const [depth, setDepth] = useState(options['depth'] ?? '')
  const [tags, setTags] = useState(options['tags'] ?? '')
  const [groupBy, setGroupBy] = useState(options['groupBy'] ?? '')
  const [collapse, setCollapse] = useState(options['collapse'] ?? '')
  const [direction, setDirection] = useState(options['direction'] ?? '')
  const [types, setTypes] = useState<readonly string[]>(
    (options['types'] ?? '').split(',').filter((type) => type !== ''),
  )
  const present = new Set(diagram.boxes.flatMap(({ element: { members } }) => members.map(({ type }) => type)))
  const choices = [...new Set([...present, ...types])].sort().map((value) => ({
    value,
    label: capitalized(kindNamePlural(value)),
    description: value,
  }))
  return (
    <FormDialog
      title="Filter diagram"
      submitText="Apply filter"
      onClose={onClose}
      onSubmit={() => {
        onClose()
        onChange({
          focus: focus.trim() || null,
          depth: depth || null,
          tags: tags.trim() || null,
          types: types.join(',') || null,
          groupBy: groupBy.trim() || null,
          collapse: collapse || null,
          direction: direction || null,
        })
      }}
    >
      <FormField
        label="Focus resource"
        description="The ID or name of a resource. It’s drawn with its related resources."
      >
        <Input value={focus} onChange={({ detail }) => setFocus(detail.value)} />
      </FormField>
      <FormField label="Depth">
        <Choice choices={steps} value={depth} onChange={setDepth} />
      </FormField>
      <FormField label="Tags" description="For example env=prod and not team=checkout.">
        <Input value={tags} onChange={({ detail }) => setTags(detail.value)} />
      </FormField>
      <FormField label="Resource types">
        <Multiselect
          options={choices}
          selectedOptions={choices.filter(({ value }) => types.includes(value))}
          filteringType="auto"
          placeholder="All types"
          deselectAriaLabel={({ label }) => `Remove ${label ?? ''}`}
          onChange={({ detail }) => setTypes(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        />
      </FormField>
      <FormField label="Group by tag" description="The key of the tag, for example team.">
        <Input value={groupBy} onChange={({ detail }) => setGroupBy(detail.value)} />
      </FormField>
      <FormField label="Level of detail">
        <Choice choices={levels} value={collapse} onChange={setCollapse} />
      </FormField>
      <FormField label="Direction">
        <Choice choices={directions} value={direction} onChange={setDirection} />
      </FormField>
    </FormDialog>
  )
}

type Choices = readonly { readonly value: string; readonly label: string }[]

const steps: Choices = [
  { value: '', label: 'Default' },
  ...['0', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value })),
]

const levels: Choices = [
  { value: '', label: 'Automatic' },
  { value: 'resources', label: 'Every resource' },
  { value: 'alike', label: 'Group similar resources' },
  { value: 'few', label: 'Few boxes per subnet' },
  { value: 'subnets', label: 'Subnets only' },
  { value: 'networks', label: 'VPCs only' },
]

const directions: Choices = [
  { value: '', label: 'Default' },
  { value: 'down', label: 'Top to bottom' },
  { value: 'right', label: 'Left to right' },
]

function Choice({
  choices,
  value,
  onChange,
}: {
  readonly choices: Choices
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <Select
      options={choices}
      selectedOption={choices.find((choice) => choice.value === value) ?? { value, label: value }}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  )
}
