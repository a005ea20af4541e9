/** Common parts of the text formats: nesting, the edges they can express, and the texts around the boxes. */
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { singleLine } from '../layout/fit-text.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { formatCount } from '../resource-kinds.ts'
import { consoleUrl } from './console-links.ts'
import { pageLink } from './page-link.ts'
import { breakable } from './mermaid-text.ts'
import type { RenderOptions } from './renderer.ts'

/** By element ID: the IDs from the outermost drawn group down to the element. Bands aren't drawn. */
export function pathsOf(elements: readonly DiagramElement[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  const visit = (element: DiagramElement, above: readonly string[]): void => {
    const isBand = element.kind === 'group' && element.form === 'band'
    const path = isBand ? above : [...above, element.id]
    if (!isBand) paths.set(element.id, path)
    if (element.kind === 'group') for (const child of element.children) visit(child, path)
  }
  for (const element of elements) visit(element, [])
  return paths
}

/** Without edges between a group and its own content, which no text format supports. */
export function writableEdges(
  { edges }: Diagram,
  paths: ReadonlyMap<string, readonly string[]>,
): readonly DiagramEdge[] {
  return edges.filter(({ source, target }) => {
    const [from, to] = [paths.get(source), paths.get(target)]
    return from !== undefined && to !== undefined && !from.includes(target) && !to.includes(source)
  })
}

/** Programs that draw the text write each note in one line, so longer notes are broken. */
const longestNote = 90

/** The same applies to the labels of boxes. */
const longestLine = 40

/** Title, account and region, what isn't drawn, and the stamp. Each on one or more lines. */
export function surroundingLines(diagram: Diagram, writtenEdges: number, { stamp }: RenderOptions): readonly string[] {
  const hidden = diagram.edges.length - writtenEdges
  const left = [
    ...notDrawnLines(diagram.notDrawn),
    ...(hidden === 0 ? [] : [`${formatCount(hidden)} ${hidden === 1 ? 'arrow' : 'arrows'}`]),
  ]
  return [
    diagram.title,
    [diagram.accountAlias, diagram.accountId, diagram.region].filter((part) => part !== '').join(' · '),
    ...(diagram.comparison === undefined ? [] : [diagram.comparison]),
    ...(diagram.simplified === '' ? [] : [diagram.simplified]),
    ...(left.length === 0 ? [] : [`Not drawn: ${left.join(', ')}`]),
    ...(stamp === undefined ? [] : [`Scanned ${stamp}`]),
  ].flatMap(brokenNote)
}

/** Breaks between words, and within words that are longer than a line. */
function brokenNote(note: string): readonly string[] {
  const lines: string[] = []
  for (const word of singleLine(note).split(' ').flatMap(shortWords)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < longestNote) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function shortWords(word: string): readonly string[] {
  const characters = Array.from(word)
  return Array.from({ length: Math.max(1, Math.ceil(characters.length / longestNote)) }, (_, part) =>
    characters.slice(part * longestNote, (part + 1) * longestNote).join(''),
  )
}

/** Links to the page that the element opens, otherwise to its resource in the AWS console. `null` without either. */
export function elementLink(
  element: DiagramElement,
  format: string,
  region: string,
  options: RenderOptions,
): string | null {
  if (element.opens !== null) return pageLink(element.opens, format, options)
  const own = element.members.filter(({ type }) => type === element.type)
  const [resource] = own
  const isOne = own.length === 1 && !(element.kind === 'node' && element.form === 'stack')
  return isOne && resource !== undefined && element.presence === 'read' ? consoleUrl(region, resource) : null
}

/** Label and detail. In a summary, what would make the box too wide is broken: words in the middle, and lines. */
export function wordsOf({ label, detail }: DiagramElement, between: string, options: RenderOptions): string {
  const shown = options.detail === 'all' ? (text: string): string => text : brokenLabel
  return [label, detail]
    .map((part) => shown(part.replaceAll('\n', ' ')))
    .filter((part) => part !== '')
    .join(between)
}

/** Breaks between words, and after hyphens. */
function brokenLabel(text: string): string {
  const lines: string[] = []
  for (const word of breakable(text).split(/(?<=[ -])/u)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length <= longestLine) lines[lines.length - 1] = `${line}${word}`
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}
