/** Draws a change as a Mermaid flowchart: changed resources, what they are connected to, and exposures. */
import type { Change, Comparison } from '../client/index.ts'
import { plainText } from '../terminal/terminal.ts'
import { changeMarks } from './text.ts'

/** More boxes aren't legible in the column of a pull request. Fewer are tried if they don't fit. */
const boxCounts = [60, 40, 25, 15, 8, 4]
const maxArrows = 100
const boxesPerRow = 3

export type ChangeChart = {
  /** Without the fence of Markdown. */
  readonly text: string
  readonly shown: number
  readonly changed: number
}

type Look = Change['kind'] | 'unchanged' | 'source'
type Resource = { readonly type: string; readonly id: string | null; readonly name?: string | null }
type Arrow = { readonly source: string; readonly target: string; readonly label: string; readonly look: Look }

const marks: Readonly<Record<Look, string>> = { ...changeMarks, unchanged: '', source: '' }

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
  const changed = changedResources(comparison)
  if (changed.size === 0) return null
  for (const maxBoxes of boxCounts) {
    const boxes = new Map([...changed].slice(0, maxBoxes))
    const shown = boxes.size
    const add = (key: string, box: Box) => addBox(boxes, key, box, maxBoxes)
    const arrows = [...exposureArrows(comparison, boxes, add), ...relationArrows(comparison, boxes, add)]
    const text = chartText(boxes, arrows.slice(0, maxArrows))
    if (text.length <= maxLength) return { text, shown, changed: changed.size }
  }
  return null
}

type Box = { readonly label: string; readonly look: Look }
type Boxes = ReadonlyMap<string, Box>
/** Whether the box is there now. */
type Add = (key: string, box: Box) => boolean

function addBox(boxes: Map<string, Box>, key: string, box: Box, maxBoxes: number): boolean {
  if (!boxes.has(key) && boxes.size < maxBoxes) boxes.set(key, box)
  return boxes.has(key)
}

/** By key, the most important change of each first. */
function changedResources({ changes }: Comparison): Map<string, Box> {
  const boxes = new Map<string, Box>()
  for (const { resource, kind } of changes) {
    const key = keyOf(resource)
    if (!boxes.has(key)) boxes.set(key, { label: labelOf(resource, kind), look: kind })
  }
  return boxes
}

function exposureArrows({ exposures }: Comparison, boxes: Boxes, add: Add): readonly Arrow[] {
  return (['opened', 'closed'] as const).flatMap((look) =>
    exposures[look].flatMap(({ resource, from, protocol, ports }) => {
      const [source, target] = [`from ${from}`, keyOf(resource)]
      if (!boxes.has(target) || !add(source, { label: quoted(from), look: 'source' })) return []
      const label = [protocol, ports, look].filter((part) => part !== null).join(' ')
      return [{ source, target, label, look }]
    }),
  )
}

function relationArrows({ relationsAdded, relationsRemoved }: Comparison, boxes: Boxes, add: Add): readonly Arrow[] {
  const changes = [
    ['added', relationsAdded],
    ['removed', relationsRemoved],
  ] as const
  return changes.flatMap(([look, relations]) =>
    relations.flatMap(({ source, target, verb }) => {
      const [from, to] = [keyOf(source), keyOf(target)]
      if (!boxes.has(from) && !boxes.has(to)) return []
      const areDrawn = [source, target].every((end) =>
        add(keyOf(end), { label: labelOf(end, 'unchanged'), look: 'unchanged' }),
      )
      return areDrawn ? [{ source: from, target: to, label: verb, look }] : []
    }),
  )
}

function chartText(boxes: Boxes, arrows: readonly Arrow[]): string {
  const names = new Map([...boxes.keys()].map((key, index) => [key, `n${index}`]))
  const name = (key: string) => names.get(key) ?? ''
  const linked = new Set(arrows.flatMap(({ source, target }) => [source, target]))
  const alone = [...boxes.keys()].filter((key) => !linked.has(key)).map(name)
  const looks = [...new Set([...boxes.values()].map(({ look }) => look))]
  const drawn = new Map(arrows.map((arrow) => [arrowText(arrow, name), arrow.look]))
  return [
    'flowchart LR',
    ...[...boxes].map(([key, { label, look }]) => `  ${name(key)}${look === 'source' ? `(${label})` : `[${label}]`}`),
    ...drawn.keys(),
    ...rows(alone),
    ...looks.flatMap((look) => [
      `  classDef ${look} ${styles[look]}`,
      `  class ${[...boxes.keys()]
        .filter((key) => boxes.get(key)?.look === look)
        .map(name)
        .join(',')} ${look}`,
    ]),
    ...[...drawn.values()].map((look, index) => `  linkStyle ${index} stroke:${strokeOf(look)}`),
  ].join('\n')
}

function arrowText({ source, target, label, look }: Arrow, name: (key: string) => string): string {
  const line = look === 'removed' || look === 'closed' ? '-.->' : look === 'opened' ? '==>' : '-->'
  return `  ${name(source)} ${line}|${quoted(label)}| ${name(target)}`
}

function strokeOf(look: Look): string {
  return /stroke:(#\w+)/.exec(styles[look])?.[1] ?? ''
}

/** Invisible lines: otherwise boxes without arrows would be one high column. */
function rows(names: readonly string[]): readonly string[] {
  return names.flatMap((name, index) => {
    const next = names[index + 1]
    return next === undefined || index % boxesPerRow === boxesPerRow - 1 ? [] : [`  ${name} ~~~ ${next}`]
  })
}

function keyOf({ type, id }: Resource): string {
  return `${type} ${id ?? ''}`
}

/** The name and the type, for example `+ orders` above `RDS DBInstance`. */
function labelOf({ type, id, name }: Resource, look: Look): string {
  const title = [marks[look], name ?? id ?? 'any'].filter((part) => part !== '').join(' ')
  const kind = type.replace(/^AWS::/, '').replaceAll('::', ' ')
  return quoted(title, kind)
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
