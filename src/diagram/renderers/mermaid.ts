/** Mermaid: flowcharts with nested subgraphs, split into linked parts to fit the limits of Mermaid. */
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { formatCount } from '../resource-kinds.ts'
import { columnLinks } from './column-links.ts'
import { type Chart, chartOf, clickLines, countBoxes } from './mermaid-chart.ts'
import { pathsOf, writableEdges } from './outline.ts'
import { accessible, quoted } from './mermaid-text.ts'
import { pageLink } from './page-link.ts'
import { rowsOf, summaryOf } from './summary.ts'
import type { Renderer, RenderOptions } from './renderer.ts'

/** `maxTextSize` and `maxEdges` of Mermaid's default configuration. */
const maxCharacters = 50_000
const maxEdges = 500

/** The head, notes, and a label with its link always fit. */
const minCharacters = 3_000

export const mermaid: Renderer = {
  mediaType: 'text/vnd.mermaid',
  fileExtension: 'mmd',
  needs: 'diagram',
  render(diagram, options) {
    const parts = mermaidParts(diagram, options)
    return new TextEncoder().encode(parts[(options.part ?? 1) - 1] ?? '')
  },
  partCount: (diagram, options) => mermaidParts(diagram, options).length,
}

type Part = {
  readonly elements: readonly DiagramElement[]
  /** What the part shows. Empty for the whole diagram. */
  readonly title: string
}

/**
 * The first part shows the whole diagram, as deep as it fits. Each further part shows the content that a previous one
 * folds.
 */
export function mermaidParts(whole: Diagram, options: RenderOptions): readonly string[] {
  const diagram = options.detail === 'all' ? whole : summaryOf(whole)
  const edges = writableEdges(diagram, pathsOf(diagram.elements))
  const parts: Part[] = [{ elements: diagram.elements, title: '' }]
  const texts: string[] = []
  for (let number = 0; number < parts.length; number++) {
    const part = parts[number]
    if (part === undefined) break
    const { text, further } = partText(part, number, parts.length, diagram, edges, options)
    texts.push(text)
    parts.push(...further)
  }
  return texts
}

/** `known`: the number of parts so far. */
function partText(
  part: Part,
  number: number,
  known: number,
  diagram: Diagram,
  edges: readonly DiagramEdge[],
  options: RenderOptions,
): { readonly text: string; readonly further: readonly Part[] } {
  const limit = Math.min(maxCharacters, Math.max(minCharacters, options.characterLimit ?? maxCharacters))
  const unwritable = diagram.edges.length - edges.length
  const toPart = (position: number): string => partLink(known + position + 1, diagram, options)
  const links = { toPage: (focus: string) => pageLink(focus, 'mermaid', options), toPart }

  const isSummary = options.detail !== 'all'
  const direction = directionOf(diagram)
  const rows = isSummary ? [...rowsOf(diagram, part.elements), ...columnLinks(part.elements, edges)] : []
  const look = { theme: options.theme, direction, isSummary, rows }

  for (let shown = part.elements.length; ; shown = Math.max(1, Math.floor(shown / 2))) {
    const rest = part.elements.slice(shown)
    for (const depth of [Infinity, 6, 5, 4, 3, 2, 1]) {
      const chart = chartOf(part.elements.slice(0, shown), edges, { depth, maxEdges }, links, look)
      const restPart = rest.length === 0 ? [] : [{ elements: rest, title: part.title }]
      const restCount = rest.reduce((sum, element) => sum + countBoxes(element), 0)
      const restNumber = known + chart.folded.length + 1
      const notes = notesOf({ part, number, chart, restCount, restNumber, limit, unwritable }, diagram, options)
      const text = `${[...headOf(part, diagram, options), ...chart.lines, ...notes].join('\n')}\n`
      const canShrink = shown > 1 || depth > 1
      if (text.length > limit && canShrink) continue
      const further = chart.folded.map((group): Part => ({ elements: group.children, title: group.label }))
      return { text, further: [...further, ...restPart] }
    }
  }
}

type PartState = {
  readonly part: Part
  readonly number: number
  readonly chart: Chart
  /** Number of boxes in the part with the number `restNumber`. */
  readonly restCount: number
  readonly restNumber: number
  /** The maximum number of characters of the part. */
  readonly limit: number
  /** Edges of the diagram that no part can express. */
  readonly unwritable: number
}

function notesOf(
  { part, number, chart, restCount, restNumber, limit, unwritable }: PartState,
  diagram: Diagram,
  options: RenderOptions,
): readonly string[] {
  const { stamp } = options
  const hidden = chart.edgesOverLimit + (number === 0 ? unwritable : 0)
  const left = [
    ...(hidden === 0 ? [] : [`${formatCount(hidden)} ${hidden === 1 ? 'arrow' : 'arrows'}`]),
    ...(chart.leadingOut === 0
      ? []
      : [`${formatCount(chart.leadingOut)} ${chart.leadingOut === 1 ? 'arrow' : 'arrows'} to other parts`]),
    ...(number === 0 ? notDrawnLines(diagram.notDrawn) : []),
  ]
  const notes = [
    ...(number === 0 ? [] : [[`Part ${number + 1}: ${part.title || diagram.title}`, 1] as const]),
    ...(restCount === 0 ? [] : [[`${formatCount(restCount)} more boxes in part ${restNumber}`, restNumber] as const]),
    ...(left.length === 0 ? [] : [[`Not drawn: ${left.join(', ')}`, null] as const]),
    ...(diagram.comparison === undefined || number > 0 ? [] : [[diagram.comparison, null] as const]),
    ...(diagram.simplified === '' || number > 0 ? [] : [[diagram.simplified, null] as const]),
    ...(stamp === undefined ? [] : [[`Scanned ${stamp}`, null] as const]),
  ]
  return notes.flatMap(([text, leadsTo], position) => [
    `  note${position}[${quoted(text, Infinity, Math.floor(limit / 8))}]`,
    ...(leadsTo === null ? [] : clickLines(`note${position}`, partLink(leadsTo, diagram, options))),
  ])
}

function headOf({ title }: Part, diagram: Diagram, { theme, detail }: RenderOptions): readonly string[] {
  const settings = {
    ...(theme.name === 'dark' && { theme: 'dark' }),
    ...(detail !== 'all' && { flowchart: { nodeSpacing: 20, rankSpacing: 20 } }),
  }
  const whole = `${diagram.title} of ${diagram.accountAlias || diagram.accountId}, ${diagram.region}`
  return [
    ...(Object.keys(settings).length === 0 ? [] : [`%%{init: ${JSON.stringify(settings)}}%%`]),
    `flowchart ${directionOf(diagram)}`,
    `  accTitle: ${accessible(title === '' ? whole : `${title} in ${whole}`)}`,
  ]
}

function directionOf({ direction }: Diagram): 'TB' | 'LR' {
  return direction === 'right' ? 'LR' : 'TB'
}

function partLink(part: number, diagram: Diagram, options: RenderOptions): string {
  const { characterLimit = maxCharacters } = options
  const limit = characterLimit === maxCharacters ? '' : `&characterLimit=${characterLimit}`
  const detail = options.detail === 'all' ? '&detail=all' : ''
  return `${pageLink(diagram.page, 'mermaid', options)}${detail}${limit}${part === 1 ? '' : `&part=${part}`}`
}
