/** The words and signs of changes, which every format shows besides colors. */
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'

/** Empty for unchanged elements. */
export const changeSigns: Readonly<Record<ChangeState, string>> = {
  added: '+',
  removed: '−',
  changed: '~',
  unknown: '?',
  unchanged: '',
}

export const changeWords: Readonly<Record<ChangeState, string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  unknown: "couldn't be compared",
  unchanged: 'unchanged',
}

const counted = ['added', 'removed', 'changed', 'unknown'] as const

export type Tally = Readonly<Record<ChangeState, number>>

export function tallyOf(states: readonly ChangeState[]): Tally {
  const count = (wanted: ChangeState): number => states.filter((state) => state === wanted).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    unknown: count('unknown'),
    unchanged: count('unchanged'),
  }
}

/** For example "2 added, 1 changed". Empty without changes. */
export function tallyText(tally: Tally): string {
  return counted
    .filter((state) => tally[state] > 0)
    .map((state) => `${formatCount(tally[state])} ${state}`)
    .join(', ')
}

/** For small boxes, for example "+2 ~1". */
export function shortTallyText(tally: Tally): string {
  return counted
    .filter((state) => tally[state] > 0)
    .map((state) => `${changeSigns[state]}${formatCount(tally[state])}`)
    .join(' ')
}

/** The state of a box with several resources: what they have in common, otherwise changed. */
export function commonState(tally: Tally): ChangeState {
  const [first = 'unchanged', ...others] = counted.filter((state) => tally[state] > 0)
  if (others.length > 0) return 'changed'
  // A box of which only some were added has changed.
  return tally.unchanged > 0 && (first === 'added' || first === 'removed') ? 'changed' : first
}

/** For captions: with signs and all words. */
export function signedTallyText(tally: Tally): string {
  return counted
    .filter((state) => tally[state] > 0)
    .map((state) => `${changeSigns[state]} ${formatCount(tally[state])} ${changeWords[state]}`)
    .join(', ')
}

/** The text with its sign in front. */
export function signed(text: string, change: ChangeState | undefined): string {
  const sign = change === undefined ? '' : changeSigns[change]
  return [sign, text].filter((part) => part !== '').join(' ')
}

/** With signs in all labels, for formats that can't draw them. */
export function signedDiagram(diagram: Diagram): Diagram {
  return {
    ...diagram,
    elements: diagram.elements.map(signedElement),
    edges: diagram.edges.map((edge) => ({ ...edge, label: signed(edge.label, edge.change) })),
  }
}

function signedElement(element: DiagramElement): DiagramElement {
  const label = signed(element.label, element.change)
  return element.kind === 'node'
    ? { ...element, label }
    : { ...element, label, children: element.children.map(signedElement) }
}
