/** Buttons for questions about the diagram, and the answer over the canvas. */
import Button from '@cloudscape-design/components/button'
import Spinner from '@cloudscape-design/components/spinner'
import ToggleButton from '@cloudscape-design/components/toggle-button'
import { diagramQuestions } from './map-question.ts'
import type { MapQuestion } from './map-question.ts'
import type { Rectangle } from './placed-diagram.ts'

export function DiagramQuestions({
  asked,
  onAsk,
}: {
  readonly asked: MapQuestion | null
  readonly onAsk: (question: MapQuestion | null) => void
}) {
  return (
    <div className="map-questions" role="group" aria-label="Questions">
      {diagramQuestions.map(({ id, text }) => (
        <ToggleButton key={id} pressed={asked === id} onChange={({ detail }) => onAsk(detail.pressed ? id : null)}>
          {text}
        </ToggleButton>
      ))}
    </div>
  )
}

export function AnswerText({
  part,
  text,
  isLoading,
  onClose,
}: {
  /** The part of the canvas beside the panel, in pixels. */
  readonly part: Rectangle
  readonly text: string
  readonly isLoading: boolean
  readonly onClose: () => void
}) {
  return (
    <div className="map-answer-place" style={{ left: part.x, top: part.y, width: part.width, height: part.height }}>
      <div className="map-answer">
        <div role="status">{isLoading ? <Spinner /> : text}</div>
        <Button iconName="close" variant="inline-icon" ariaLabel="Close result" onClick={onClose} />
      </div>
    </div>
  )
}
