/** Draws a change as a Mermaid flowchart: changed resources, what they are connected to, and exposures. */
import type { Change, Comparison } from '../client/index.ts'
import { plainText } from '../terminal/terminal.ts'
import { changeMarks } from './text.ts'

/** More boxes aren't legible in the column of a pull request. Fewer are tried if they don't fit. */
const boxCounts = [60, 40, 25, 15, 8, 4]
const maxArrows = 100
/** Unchanged resources beside a changed one. */
const neighborsPerBox = 3
/** Resources that share a box. */
const leastAlike = 3
const boxesPerRow = 4

export type ChangeChart = {
  /** Without the fence of Markdown. */
  readonly text: string
  readonly shown: number
  readonly changed: number
}

/** Of resources. `read` and `unread` are changes of whole types. */
type ChangeKind = Exclude<Change['kind'], 'read' | 'unread'>
type ResourceChange = Change & { readonly kind: ChangeKind }
type Look = ChangeKind | 'unchanged' | 'source'
type Resource = {
  readonly type: string
  readonly id: string | null
  /** Services of earlier versions give the ends of relations no name, and types none either. */
  readonly name?: string | null
  readonly typeName?: string
}
type Arrow = { readonly source: string; readonly target: string; readonly label: string; readonly look: Look }

type ResourceLook = Exclude<Look, 'source'>

const marks: Readonly<Record<ResourceLook, string>> = { ...changeMarks, unchanged: '' }

/** The colors are legible on light and dark pages. */
const styles: Readonly<Record<Look, string>> = {
  opened: 'fill:#ffebe9,stroke:#cf222e,stroke-width:3px,color:#82071e',
  closed: 'fill:#dafbe1,stroke:#1a7f37,color:#0f5323',
  added: 'fill:#dafbe1,stroke:#1a7f37,color:#0f5323',
  removed: 'fill:#ffebe9,stroke:#cf222e,stroke-dasharray:5 4,color:#82071e',
  replaced: 'fill:#fbefff,stroke:#8250df,color:#512a97',
  changed: 'fill:#fff8c5,stroke:#9a6700,color:#633c01',
  unchanged: 'fill:#f6f8fa,stroke:#8c959f,color:#59636e',
  source: 'fill:#ddf4ff,stroke:#0969da,color:#0550ae',
}

/** Null if nothing changed, or if it doesn't fit. */
export function changeChart(comparison: Comparison, maxLength: number): ChangeChart | null {
  const changed = changedBoxes(comparison)
  if (changed.length === 0) return null
  for (const maxBoxes of boxCounts) {
    const { boxes, arrows, shown } = draw(comparison, changed, maxBoxes)
    const text = chartText(boxes, arrows)
    if (text.length <= maxLength) return { text, shown: memberCount(shown), changed: memberCount(changed) }
  }
  return null
}

type Box = { readonly label: string; readonly look: Look }
type Boxes = ReadonlyMap<string, Box>
/** A box for a resource, or for several alike. */
type ChangedBox = Box & { readonly members: readonly string[] }

function memberCount(boxes: readonly ChangedBox[]): number {
  return boxes.reduce((sum, { members }) => sum + members.length, 0)
}

/** The most important first. Resources with the same type, kind of change, and exposures share a box. */
function changedBoxes(comparison: Comparison): readonly ChangedBox[] {
  const kinds = new Map<string, ResourceChange>()
  for (const change of comparison.changes.filter(isOfResource)) {
    const key = keyOf(change.resource)
    const known = kinds.get(key)
    // What was removed isn't only closed.
    if (known === undefined || (known.kind === 'closed' && isOfWhole(change))) kinds.set(key, change)
  }
  const exposures = new Map<string, string>()
  for (const { target, from, label } of exposureArrows(comparison)) {
    exposures.set(target, `${exposures.get(target) ?? ''} ${from} ${label}`)
  }
  const groups = new Map<string, ResourceChange[]>()
  for (const [key, change] of kinds) {
    const group = JSON.stringify([change.kind, change.resource.type, exposures.get(key)])
    groups.set(group, [...(groups.get(group) ?? []), change])
  }
  return [...groups.values()].flatMap((group) =>
    group.length < leastAlike
      ? group.map(({ resource, kind }) => ({ label: labelOf(resource, kind), look: kind, members: [keyOf(resource)] }))
      : [boxOfSeveral(group)],
  )
}

function isOfResource(change: Change): change is ResourceChange {
  return change.kind !== 'read' && change.kind !== 'unread'
}

function isOfWhole({ kind }: ResourceChange): boolean {
  return kind === 'added' || kind === 'removed' || kind === 'replaced'
}

function boxOfSeveral(group: readonly ResourceChange[]): ChangedBox {
  const [first] = group
  const names = group.map(({ resource }) => titleOf(resource)).toSorted()
  const look = first?.kind ?? 'changed'
  const title = `${marks[look]} ${group.length} × ${first === undefined ? '' : typeText(first.resource)}`
  return { label: quoted(title, names.join(', ')), look, members: group.map(({ resource }) => keyOf(resource)) }
}

function draw(comparison: Comparison, changed: readonly ChangedBox[], maxBoxes: number) {
  const exposures = exposureArrows(comparison)
  const sources = new Map(
    exposures.map(({ source, from }) => [source, { label: quoted(from), look: 'source' as const }]),
  )
  const shown = changed.slice(0, Math.max(1, maxBoxes - sources.size))
  /** The box of each changed resource. */
  const boxOf = new Map(shown.flatMap(({ members }) => members.map((key) => [key, members[0] ?? key])))
  const hidden = new Set(changed.slice(shown.length).flatMap(({ members }) => members))
  const boxes = new Map<string, Box>(shown.map((box) => [box.members[0] ?? '', box]))
  const arrows = new Map<string, Arrow>()
  const neighbors = new Map<string, number>()
  /** Draws an arrow between two boxes. One end may be new, as far as there is room for it. */
  const connect = (arrow: Arrow, end: string, box: Box): void => {
    if (arrows.size >= maxArrows || (!boxes.has(end) && boxes.size >= maxBoxes)) return
    if (!boxes.has(end)) boxes.set(end, box)
    arrows.set(JSON.stringify(arrow), arrow)
  }
  for (const { source, target: resource, label, look } of exposures) {
    const [target, box] = [boxOf.get(resource), sources.get(source)]
    if (target !== undefined && box !== undefined) connect({ source, target, label, look }, source, box)
  }
  for (const { source, target, verb, look } of relations(comparison)) {
    const [from, to] = [boxOf.get(keyOf(source)), boxOf.get(keyOf(target))]
    const known = from ?? to
    const other = from === undefined ? source : target
    const end = boxOf.get(keyOf(other)) ?? keyOf(other)
    // A changed resource without a box must not look unchanged.
    if (known === undefined || known === end || hidden.has(end)) continue
    if (!boxes.has(end)) {
      const count = neighbors.get(known) ?? 0
      if (count >= neighborsPerBox) continue
      neighbors.set(known, count + 1)
    }
    const arrow = { source: from ?? end, target: to ?? end, label: verb, look }
    connect(arrow, end, { label: labelOf(other, 'unchanged'), look: 'unchanged' })
  }
  return { boxes, arrows: [...arrows.values()], shown }
}

function exposureArrows({ exposures }: Comparison): readonly (Arrow & { readonly from: string })[] {
  return (['opened', 'closed'] as const).flatMap((look) =>
    exposures[look].map(({ resource, from, protocol, ports }) => {
      const label = [protocol, ports, look].filter((part) => part !== null).join(' ')
      return { source: `from ${from}`, target: keyOf(resource), label, look, from }
    }),
  )
}

function relations({ relationsAdded, relationsRemoved }: Comparison) {
  return [
    ...relationsAdded.map((relation) => ({ ...relation, look: 'added' as const })),
    ...relationsRemoved.map((relation) => ({ ...relation, look: 'removed' as const })),
  ]
}

function chartText(boxes: Boxes, arrows: readonly Arrow[]): string {
  const names = new Map([...boxes.keys()].map((key, index) => [key, `n${index}`]))
  const name = (key: string) => names.get(key) ?? ''
  const linked = new Set(arrows.flatMap(({ source, target }) => [source, target]))
  const alone = [...boxes.keys()].filter((key) => !linked.has(key)).map(name)
  const looks = [...new Set([...boxes.values()].map(({ look }) => look))]
  return [
    'flowchart LR',
    ...[...boxes]
      .toSorted(bySource)
      .map(([key, { label, look }]) => `  ${name(key)}${look === 'source' ? `(${label})` : `[${label}]`}`),
    ...arrows.map((arrow) => arrowText(arrow, name)),
    ...rows(alone),
    ...looks.flatMap((look) => [
      `  classDef ${look} ${styles[look]}`,
      `  class ${[...boxes.keys()]
        .filter((key) => boxes.get(key)?.look === look)
        .map(name)
        .join(',')} ${look}`,
    ]),
    ...arrowColors(arrows.map(({ look }) => look)),
  ].join('\n')
}

/** Mermaid draws what comes first at the top: what was opened, instead of what was removed. */
function bySource([, left]: readonly [string, Box], [, right]: readonly [string, Box]): number {
  return Number(right.look === 'source') - Number(left.look === 'source')
}

function arrowText({ source, target, label, look }: Arrow, name: (key: string) => string): string {
  const line = look === 'removed' || look === 'closed' ? '-.->' : look === 'opened' ? '==>' : '-->'
  return `  ${name(source)} ${line}|${quoted(label)}| ${name(target)}`
}

/** Mermaid numbers arrows in their order. */
function arrowColors(looks: readonly Look[]): readonly string[] {
  return [...new Set(looks)].map((look) => {
    const numbers = looks.flatMap((other, number) => (other === look ? [number] : []))
    return `  linkStyle ${numbers.join(',')} ${/stroke:#\w+/.exec(styles[look])?.[0]}`
  })
}

/** Invisible lines: otherwise boxes without arrows would be one high column. */
function rows(names: readonly string[]): readonly string[] {
  return names.flatMap((name, index) => {
    const next = names[index + 1]
    return next === undefined || index % boxesPerRow === boxesPerRow - 1 ? [] : [`  ${name} ~~~ ${next}`]
  })
}

/** Exposures of all resources of a type have no ID. */
function keyOf({ type, id }: Resource): string {
  return `${type} ${id ?? ''}`
}

/** The name and the type, for example `+ orders` above `RDS DB instance`. */
function labelOf(resource: Resource, look: ResourceLook): string {
  const title = [marks[look], titleOf(resource)].filter((part) => part !== '').join(' ')
  return quoted(title, typeText(resource))
}

/** A `Name` tag can be empty. */
function titleOf({ id, name }: Resource): string {
  return name === undefined || name === null || name.trim() === '' ? (id ?? '') : name
}

function typeText({ type, typeName }: Pick<Resource, 'type' | 'typeName'>): string {
  return typeName ?? type.replace(/^AWS::/, '').replaceAll('::', ' ')
}

/** Lines in which nothing is syntax or markup of Mermaid. */
function quoted(...lines: readonly string[]): string {
  return `"${lines.map((line) => escaped(shortened(plainText(line)))).join('<br/>')}"`
}

function escaped(text: string): string {
  const codes = text.replaceAll(/[^\p{L}\p{M}\p{N} .,:/_-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`)
  // Mermaid takes these for a Markdown list.
  return codes.replace(/^(\d+)\. /, '$1#46; ').replace(/^- /, '#45; ') || ' '
}

const longestLine = 40

/** Names differ most at their ends. */
function shortened(text: string): string {
  const characters = Array.from(text.toWellFormed())
  if (characters.length <= longestLine) return characters.join('')
  const half = longestLine / 2
  return `${characters.slice(0, half).join('')}…${characters.slice(1 - half).join('')}`
}
