/** Flow diagrams by their shape alone: numbered boxes and lines between them, for tests of the layout. */
import type { Diagram, DiagramEdge, DiagramElement, DiagramNode, Direction, EdgeForm } from '../diagram.ts'
import { group } from '../views/boxes/group.ts'

export type FlowLine = readonly [source: number, target: number, label?: string, form?: EdgeForm]

export function flowDiagram(given: {
  readonly boxes: number
  readonly lines: readonly FlowLine[]
  /** The number of the group that contains a box, `null` for none. By default no box is in a group. */
  readonly groupOf?: (box: number) => number | null
  readonly direction?: Direction
}): Diagram {
  const { boxes, lines, groupOf = () => null, direction = 'right' } = given
  const numbers = Array.from({ length: boxes }, (_, number) => number)
  const groups = Map.groupBy(numbers, groupOf)
  const elements = [...groups].flatMap(([number, inside]): readonly DiagramElement[] =>
    number === null ? inside.map(box) : [groupBox(number, inside)],
  )
  return {
    view: 'dataflow',
    page: '',
    title: 'Flow',
    accountId: '111122223333',
    accountAlias: 'flows',
    region: 'eu-west-1',
    layout: 'flow',
    direction,
    elements,
    edges: lines.map(line).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    notDrawn: [],
    simplified: '',
  }
}

function groupBox(number: number, inside: readonly number[]): DiagramElement {
  const label = `Group ${number} with a long name`
  return group({ id: `group ${number}`, form: 'category', arrangement: 'grid', label, children: inside.map(box) })
}

function box(number: number): DiagramNode {
  return {
    kind: 'node',
    id: `box ${number}`,
    form: 'resource',
    type: 'AWS::SQS::Queue',
    members: [{ type: 'AWS::SQS::Queue', id: String(number) }],
    presence: 'read',
    variant: '',
    label: `queue-${number}`,
    detail: 'queue',
    description: `Queue ${number}`,
    opens: null,
  }
}

function line([source, target, label = '', form = 'event']: FlowLine, position: number): DiagramEdge {
  return {
    id: `line ${String(position).padStart(5, '0')}`,
    form,
    source: `box ${source}`,
    target: `box ${target}`,
    label,
    description: `${source} to ${target}`,
  }
}
