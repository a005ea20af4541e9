/** What the service is to draw: part of the account, by tags, by types. The picture is laid out again for it. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Modal from '@cloudscape-design/components/modal'
import Multiselect from '@cloudscape-design/components/multiselect'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { capitalized, kindNamePlural } from '../../shared/resource-kind.ts'
import type { MapOption } from './map-address.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

export function MapFilter({
  diagram,
  options,
  onChange,
}: {
  readonly diagram: PlacedDiagram
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (options: Partial<Record<MapOption, string | null>>) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const isFiltered = Object.keys(options).length > 0
  return (
    <>
      <Button
        iconName={isFiltered ? 'filter' : 'filter'}
        variant={isFiltered ? 'primary' : 'normal'}
        onClick={() => setOpen(true)}
      >
        Filter
      </Button>
      {isFiltered && (
        <Button variant="link" onClick={() => onChange({ focus: null, tags: null, types: null, depth: null })}>
          Show all
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
  readonly onChange: (options: Partial<Record<MapOption, string | null>>) => void
  readonly onClose: () => void
}) {
  const [focus, setFocus] = useState(options['focus'] ?? '')
  const [tags, setTags] = useState(options['tags'] ?? '')
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
    <Modal
      visible
      header="Draw only"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                onChange({ focus: focus.trim() || null, tags: tags.trim() || null, types: types.join(',') || null })
              }}
            >
              Draw
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <FormField label="Around" description="The id or name of a resource: it and what it is related to.">
          <Input value={focus} onChange={({ detail }) => setFocus(detail.value)} />
        </FormField>
        <FormField label="With tags" description="For example team=checkout.">
          <Input value={tags} onChange={({ detail }) => setTags(detail.value)} />
        </FormField>
        <FormField label="Of these types">
          <Multiselect
            options={choices}
            selectedOptions={choices.filter(({ value }) => types.includes(value))}
            filteringType="auto"
            placeholder="All types"
            deselectAriaLabel={({ label }) => `Leave out ${label ?? ''}`}
            onChange={({ detail }) => setTypes(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
          />
        </FormField>
      </SpaceBetween>
    </Modal>
  )
}
