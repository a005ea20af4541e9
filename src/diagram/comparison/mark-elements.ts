/** Adds the states of resources to the boxes that show them. */
import { compareText, displayName, naturalSortKey, resourceKey } from '../../graph/graph-index.ts'
import type { ChangeState, GraphChanges } from '../../meaning/changes/graph-changes.ts'
import type { DiagramElement } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import { commonState, shortTallyText, tallyOf, tallyText } from './change-texts.ts'

/** The number of changes in a tooltip. The rest is only counted. */
const mostSummaries = 10
/** Fewer changes of the same kind have a line each. */
const leastAlike = 3

export type MarkedElements = {
  readonly elements: readonly DiagramElement[]
  /** By element ID. */
  readonly states: ReadonlyMap<string, ChangeState>
  /** The keys of resources with a box. */
  readonly shown: ReadonlySet<string>
}

export function markElements(elements: readonly DiagramElement[], changes: GraphChanges): MarkedElements {
  const names = new Map(changes.combined.resources.map((each) => [resourceKey(each), displayName(each)]))
  const nameOf = (key: string): string => names.get(key) ?? key
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
      description: [element.description, ...summariesOf(keys, changes, nameOf)]
        .filter((part) => part !== '')
        .join('\n'),
    }
    return element.kind === 'node'
      ? { ...element, ...texts }
      : { ...element, ...texts, children: element.children.map(mark) }
  }
  return { elements: elements.map(mark), states, shown }
}

function summariesOf(keys: readonly string[], { resources }: GraphChanges, nameOf: (key: string) => string) {
  const told = keys.flatMap((key) =>
    (resources.get(key)?.summaries ?? []).map((summary) => ({ name: nameOf(key), summary })),
  )
  const summaries = alikeTogether(told)
  const rest = summaries.length - mostSummaries
  return rest <= 0
    ? summaries
    : [...summaries.slice(0, mostSummaries), `and ${rest} more ${rest === 1 ? 'change' : 'changes'}`]
}

type Told = { readonly name: string; readonly summary: string }

/** Sentences that differ only in the name become one: `web-1 … web-6 (6): Instance type m5.large → m5.xlarge`. */
function alikeTogether(told: readonly Told[]): readonly string[] {
  const alike = Map.groupBy(told, ({ name, summary }) => summary.replace(name, '\n'))
  return [...alike.values()].flatMap((of) => {
    const ordered = of.toSorted((one, other) => compareText(naturalName(one), naturalName(other)))
    const [first, last] = [ordered[0], ordered.at(-1)]
    if (first === undefined || last === undefined || of.length < leastAlike)
      return ordered.map(({ summary }) => summary)
    const range = `${first.name} … ${last.name} (${formatCount(of.length)})`
    return [first.summary.replace(first.name, () => range)]
  })
}

function naturalName({ name }: Told): string {
  return naturalSortKey({ name, id: name })
}
