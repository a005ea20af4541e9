/** The part of a diagram that remains with hidden layers and folded groups, as a map shows it. */
import { compareText } from '../graph/graph-index.ts'
import { commonState, tallyOf } from './comparison/change-texts.ts'
import type { Diagram, DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from './diagram.ts'
import { foldedGroup } from './folded-group.ts'
import { formatCount } from './resource-kinds.ts'
import { flattened } from './views/boxes/group.ts'
import { commonLabel } from './views/boxes/short-label.ts'
import { shortList } from './views/boxes/short-list.ts'

/** The arrows of a form, types that couldn't be read, or what is outside the scan. */
type Layer = EdgeForm | 'gap' | 'outside'

type Shown = {
  readonly hide: readonly Layer[]
  /** IDs of groups that are drawn as one box. Others are ignored. */
  readonly fold: readonly string[]
}

/** In the order of the note. */
const words: Readonly<Record<Layer, string>> = {
  request: 'requests',
  event: 'events',
  egress: 'outbound connections',
  member: 'memberships',
  link: 'VPC connectivity',
  reach: 'allowed traffic',
  gap: "what couldn't be read",
  outside: 'what is outside this scan',
}
const layers = Object.keys(words) as readonly Layer[]

/** The number of lines in the tooltip of a joined arrow. */
const mostLines = 5

/** A note says what is hidden, so that nobody takes it for missing. */
export function shownPart(diagram: Diagram, { hide, fold }: Shown): Diagram {
  if (hide.length === 0 && fold.length === 0) return diagram
  const hidden = layers.filter((layer) => hide.includes(layer) && hasLayer(diagram, layer))
  const shownAs = new Map<string, string>()
  const elements = shownElements(diagram.elements, { hidden, fold: new Set(fold) }, shownAs)
  const edges = diagram.edges.filter(({ form }) => !hidden.includes(form))
  const note = hidden.length === 0 ? '' : `Hidden: ${hidden.map((layer) => words[layer]).join(', ')}.`
  return {
    ...diagram,
    elements,
    edges: shownEdges(edges, shownAs),
    simplified: [diagram.simplified, note].filter((text) => text !== '').join(' '),
  }
}

function hasLayer({ elements, edges }: Diagram, layer: Layer): boolean {
  return edges.some(({ form }) => form === layer) || flattened(elements).some(({ form }) => form === layer)
}

type Rule = { readonly hidden: readonly Layer[]; readonly fold: ReadonlySet<string> }

/** `shownAs` gets the ID of the box that shows each element. Hidden elements have none. */
function shownElements(
  elements: readonly DiagramElement[],
  rule: Rule,
  shownAs: Map<string, string>,
): readonly DiagramElement[] {
  return elements.flatMap((element): readonly DiagramElement[] => {
    if (rule.hidden.some((layer) => layer === element.form)) return []
    shownAs.set(element.id, element.id)
    if (element.kind === 'node') return [element]
    if (rule.fold.has(element.id) && element.children.length > 0) {
      const within = flattened(element.children)
      for (const { id } of within) shownAs.set(id, element.id)
      const count = within.reduce((sum, { kind, members }) => sum + (kind === 'node' ? members.length : 0), 0)
      return [collapsed(element, count)]
    }
    const children = shownElements(element.children, rule, shownAs)
    const isOnlyArranging = element.form === 'band' || element.form === 'services'
    return isOnlyArranging && children.length === 0 ? [] : [{ ...element, children }]
  })
}

/** The count comes first, because the rest may be cut. */
function collapsed(group: DiagramGroup, count: number): DiagramGroup {
  const folded = foldedGroup({ ...group, detail: '' }, `${formatCount(count)} collapsed`)
  return {
    ...folded,
    detail: [folded.detail, group.detail].filter((part) => part !== '').join(' · '),
    description: `${group.description}\n${formatCount(count)} ${count === 1 ? 'resource' : 'resources'}, collapsed`,
  }
}

/** One arrow of each form between two boxes, where folding moves several to them. */
function shownEdges(edges: readonly DiagramEdge[], shownAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  const moved = edges.flatMap((edge) => {
    const [source, target] = [shownAs.get(edge.source), shownAs.get(edge.target)]
    return source === undefined || target === undefined || source === target ? [] : [{ ...edge, source, target }]
  })
  const alike = Map.groupBy(moved, ({ form, source, target }) => JSON.stringify([form, source, target]))
  return [...alike.values()].flatMap(joined).sort((left, right) => compareText(left.id, right.id))
}

function joined(edges: readonly DiagramEdge[]): readonly DiagramEdge[] {
  const [first, ...others] = edges
  if (first === undefined || others.length === 0) return edges
  const labels = new Set(edges.map(({ label }) => label))
  const lines = new Set(edges.map(({ description }) => description))
  const changes = edges.flatMap(({ change }) => (change === undefined ? [] : [change]))
  return [
    {
      ...first,
      label: commonLabel(labels),
      description: shortList([...lines].sort(compareText), mostLines),
      ...(changes.length > 0 && { change: commonState(tallyOf(changes)) }),
    },
  ]
}
