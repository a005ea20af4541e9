/** In the panel: questions about the selected box, whose answers are drawn on the map. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import ToggleButton from '@cloudscape-design/components/toggle-button'
import { useState } from 'react'
import { boxQuestions, endOf, parseConnection } from './map-question.ts'
import type { MapQuestion } from './map-question.ts'
import type { PlacedBox, PlacedDiagram } from './placed-diagram.ts'

export type BoxQuestionState = {
  readonly asked: MapQuestion | null
  readonly onAsk: (question: MapQuestion | null) => void
  /** The start of the connection, as `endOf`. `null`: the user picks it. */
  readonly from: string | null
  readonly onFrom: (from: string | null) => void
  /** As `parseConnection`. */
  readonly connection: string
  readonly onConnection: (connection: string) => void
}

export function BoxQuestions({
  diagram,
  box,
  state: { asked, onAsk, from, onFrom, connection, onConnection },
}: {
  readonly diagram: PlacedDiagram
  readonly box: PlacedBox
  readonly state: BoxQuestionState
}) {
  return (
    <SpaceBetween size="s">
      <div className="map-box-questions" role="group" aria-label="Questions about this box">
        {boxQuestions.map(({ id, text }) => (
          <ToggleButton key={id} pressed={asked === id} onChange={({ detail }) => onAsk(detail.pressed ? id : null)}>
            {text}
          </ToggleButton>
        ))}
      </div>
      {asked === 'reach' && (
        <ReachForm
          starts={startsIn(diagram, box)}
          from={from}
          onFrom={onFrom}
          connection={connection}
          onConnection={onConnection}
        />
      )}
    </SpaceBetween>
  )
}

type Start = { readonly value: string; readonly label: string; readonly description: string }

/** Boxes that can start a connection to `box`. */
function startsIn({ boxes }: PlacedDiagram, box: PlacedBox): readonly Start[] {
  return boxes.flatMap((each) => {
    const value = each === box ? null : endOf(each)
    return value === null ? [] : [{ value, label: each.element.label, description: each.element.detail }]
  })
}

function ReachForm({
  starts,
  from,
  onFrom,
  connection,
  onConnection,
}: {
  readonly starts: readonly Start[]
  readonly from: string | null
  readonly onFrom: (from: string | null) => void
  readonly connection: string
  readonly onConnection: (connection: string) => void
}) {
  const [text, setText] = useState(connection)
  const isValid = parseConnection(text.trim().toLowerCase()) !== null
  return (
    <SpaceBetween size="s">
      {from === null && <Box>Click the box where the connection starts, or choose it here.</Box>}
      <FormField label="From">
        <Select
          options={starts}
          filteringType="auto"
          placeholder="Choose a box"
          selectedOption={starts.find(({ value }) => value === from) ?? null}
          onChange={({ detail }) => onFrom(detail.selectedOption.value ?? null)}
        />
      </FormField>
      <FormField
        label="Protocol and port"
        description="For example tcp 443, udp 53, or icmp."
        errorText={isValid ? undefined : 'Enter tcp or udp with a port, or icmp.'}
      >
        <Input
          value={text}
          onChange={({ detail }) => {
            setText(detail.value)
            const typed = detail.value.trim().toLowerCase()
            if (parseConnection(typed) !== null) onConnection(typed)
          }}
        />
      </FormField>
      {from !== null && <Button onClick={() => onFrom(null)}>Pick another box</Button>}
    </SpaceBetween>
  )
}
