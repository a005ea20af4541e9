/** Adds the states of resources to the boxes that show them. */
import { resourceKey } from '../../graph/graph-index.ts'
import type { ChangeState, GraphChanges } from '../../meaning/changes/graph-changes.ts'
import type { DiagramElement } from '../diagram.ts'
import { commonState, shortTallyText, tallyOf, tallyText } from './change-texts.ts'

/** The number of changes in a tooltip. The rest is only counted. */
const mostSummaries = 10

export type MarkedElements = {
  readonly elements: readonly DiagramElement[]
  /** By element ID. */
  readonly states: ReadonlyMap<string, ChangeState>
  /** The keys of resources with a box. */
  readonly shown: ReadonlySet<string>
}

export function markElements(elements: readonly DiagramElement[], changes: GraphChanges): MarkedElements {
  const states = new Map<string, ChangeState>()
  const shown = new Set<string>()
  const mark = (element: DiagramElement): DiagramElement => {
    const keys = element.members.map(resourceKey)
    const tally = tallyOf(keys.map((key) => changes.resources.get(key)?.state ?? 'unchanged'))
    const isUnread = element.kind === 'node' && element.form === 'gap' && changes.unread.has(element.type ?? '')
    const change = isUnread ? 'unknown' : commonState(tally)
    states.set(element.id, change)
    for (const key of keys) shown.add(key)
    const isSmall = element.kind === 'node' && element.form === 'count'
    const told = isSmall ? shortTallyText(tally) : keys.length > 1 ? tallyText(tally) : ''
    const texts = {
      change,
      detail: [told, element.detail].filter((part) => part !== '').join(' · '),
      description: [element.description, ...summariesOf(keys, changes)].filter((part) => part !== '').join('\n'),
    }
    return element.kind === 'node'
      ? { ...element, ...texts }
      : { ...element, ...texts, children: element.children.map(mark) }
  }
  return { elements: elements.map(mark), states, shown }
}

function summariesOf(keys: readonly string[], { resources }: GraphChanges): readonly string[] {
  const summaries = keys.flatMap((key) => resources.get(key)?.summaries ?? [])
  const rest = summaries.length - mostSummaries
  return rest <= 0
    ? summaries
    : [...summaries.slice(0, mostSummaries), `and ${rest} more ${rest === 1 ? 'change' : 'changes'}`]
}
