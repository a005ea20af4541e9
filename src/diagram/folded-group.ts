/** A group as one box without content, which says what is in it. */
import { commonState, tallyOf, tallyText } from './comparison/change-texts.ts'
import type { DiagramElement, DiagramGroup } from './diagram.ts'
import { flattened } from './views/boxes/group.ts'

/** `content`: what is in the group, for example "4 boxes". */
export function foldedGroup(group: DiagramGroup, content: string): DiagramGroup {
  const changes = changesWithin(group.children)
  const detail = [group.detail, content, changes.detail].filter((part) => part !== '').join(' · ')
  const change = group.change === 'unchanged' ? changes.change : group.change
  return { ...group, detail, children: [], ...(change !== undefined && { change }) }
}

/** What a box says that several elements share. Nothing without a comparison. */
export function changesWithin(elements: readonly DiagramElement[]): {
  readonly detail: string
  readonly change: DiagramElement['change']
} {
  const states = flattened(elements).flatMap(({ kind, change }) =>
    kind === 'group' || change === undefined ? [] : [change],
  )
  const tally = tallyOf(states)
  return { detail: tallyText(tally), change: states.length === 0 ? undefined : commonState(tally) }
}
