/** One Mermaid flowchart: subgraphs nested to a maximum depth. Deeper boxes are merged into their group. */
import type { DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from '../diagram.ts'
import { flattened } from '../views/boxes/group.ts'
import { formatCount } from '../resource-kinds.ts'
import { breakable, quoted } from './mermaid-text.ts'
import { usedClasses, usedLineStyles } from './mermaid-classes.ts'
import type { RowLinks } from './row-links.ts'
import type { Theme } from '../themes/theme.ts'

export type Chart = {
  readonly lines: readonly string[]
  /** Groups whose content is in separate parts, in the order of their numbers. */
  readonly folded: readonly DiagramGroup[]
  readonly edgeCount: number
  /** Edges that have one end in this chart and aren't drawn. */
  readonly leadingOut: number
  readonly edgesOverLimit: number
}

export type ChartLinks = {
  /** The URL of the page that `focus` selects. */
  readonly toPage: (focus: string) => string
  /** The URL of the part of a folded group, by its position among the folded groups. */
  readonly toPart: (position: number) => string
}

export type ChartLook = {
  readonly theme: Theme
  readonly direction: 'TB' | 'LR'
  readonly isSummary: boolean
  /** Empty if the program can place the boxes freely. */
  readonly rows: RowLinks
}

const lines: Readonly<Record<EdgeForm, string>> = {
  request: '-->',
  event: '-.->',
  egress: '-.->',
  member: '---',
  link: '===',
  reach: '==>',
}

/** Characters in the title of a group whose boxes are all in one column. */
const longestTitle = 40

export function chartOf(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  limits: { readonly depth: number; readonly maxEdges: number },
  links: ChartLinks,
  look: ChartLook,
): Chart {
  /** The name of every element in the chart. Folded elements have the name of the group around them. */
  const names = new Map<string, string>()
  const folded: DiagramGroup[] = []
  const clicks: string[] = []
  let nameCount = 0

  const fold = (group: DiagramGroup, name: string): void => {
    for (const child of group.children) {
      names.set(child.id, name)
      if (child.kind === 'group') fold(child, name)
    }
  }
  // Mermaid rotates subgraphs without outgoing lines by 90 degrees.
  const direction = (indent: string): readonly string[] =>
    look.isSummary ? [`${indent}  direction ${look.direction}`] : []
  const linesOf = (element: DiagramElement, level: number): readonly string[] => {
    const isBand = element.kind === 'group' && element.form === 'band'
    if (isBand && level <= limits.depth) return element.children.flatMap((child) => linesOf(child, level))
    const indent = '  '.repeat(level)
    const name = `n${nameCount++}`
    names.set(element.id, name)
    const texts = [element.label, withoutLabel(element)].map((part) => (look.isSummary ? breakable(part) : part))
    const isTitle = element.kind === 'group' && element.children.length > 0
    const words = look.isSummary && isTitle && !hasColumns(element) ? shortTitle(texts) : joined(texts)
    const click = (href: string): void => void clicks.push(...clickLines(name, href))
    if (element.kind === 'node') {
      if (element.opens !== null) click(links.toPage(element.opens))
      return [`${indent}${name}${nodeShape(element, words)}`]
    }
    const isFolded = level >= limits.depth && element.children.length > 0
    if (isFolded) {
      click(links.toPart(folded.length))
      folded.push(element)
      fold(element, name)
      return [`${indent}${name}[[${quoted(`${words} · ${formatCount(countBoxes(element))} boxes`)}]]`]
    }
    if (element.opens !== null) click(links.toPage(element.opens))
    const inner = element.children.flatMap((child) => linesOf(child, level + 1))
    // Mermaid doesn't draw an empty subgraph.
    return inner.length === 0
      ? [`${indent}${name}[${quoted(words)}]`]
      : [`${indent}subgraph ${name}[${quoted(words)}]`, ...direction(indent), ...inner, `${indent}end`]
  }

  const hasColumns = (group: DiagramGroup): boolean => {
    const inside = new Set(flattened(group.children).map(({ id }) => id))
    return edges.some(({ source, target }) => inside.has(source) && inside.has(target))
  }

  const boxes = elements.flatMap((element) => linesOf(element, 1))
  const groups = new Set(flattened(elements).flatMap(({ kind, id }) => (kind === 'group' ? [id] : [])))
  const between = new Map<string, DiagramEdge>()
  let leadingOut = 0
  for (const edge of edges) {
    const { source, target, form, label } = edge
    const [from, to] = [names.get(source), names.get(target)]
    if (from === undefined && to === undefined) continue
    if (from === undefined || to === undefined) leadingOut++
    else if (from !== to) {
      // Mermaid leaves a column free for what is before a group. A line without heads can begin at the group.
      const [first, last] = form === 'link' && groups.has(target) && !groups.has(source) ? [to, from] : [from, to]
      between.set(`  ${first} ${lines[form]}${label === '' ? '' : `|${quoted(label)}|`} ${last}`, edge)
    }
  }
  const drawn = [...between.keys()].slice(0, limits.maxEdges)
  const rows = look.rows.flatMap(([above, below]) => {
    const [from, to] = [names.get(above), names.get(below)]
    return from === undefined || to === undefined || from === to ? [] : [`  ${from} ~~~ ${to}`]
  })
  const classes = usedClasses(elements, edges, names, look.theme)
  const lineStyles = usedLineStyles([...between.values()].slice(0, limits.maxEdges), look.theme)
  return {
    lines: [...boxes, ...drawn, ...new Set(rows), ...classes, ...lineStyles, ...clicks],
    folded,
    edgeCount: drawn.length,
    leadingOut,
    edgesOverLimit: between.size - drawn.length,
  }
}

/** The details of a private subnet that is called `private` don't say so again, because a title has one line. */
function withoutLabel({ label, detail }: DiagramElement): string {
  const [first, ...others] = detail.split(' · ')
  return first === label ? others.join(' · ') : detail
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ')
}

/** Without the last details of a long title, which doesn't break and would make the column of its group wider. */
function shortTitle(texts: readonly string[]): string {
  const parts = joined(texts).split(' · ')
  while (parts.length > 1 && parts.join(' · ').length > longestTitle) parts.pop()
  return parts.join(' · ')
}

/** A link. None if the URL alone would fill a part. */
export function clickLines(name: string, href: string): readonly string[] {
  return href.length > 300 ? [] : [`  click ${name} href "${href}"`]
}

function nodeShape(node: Extract<DiagramElement, { kind: 'node' }>, words: string): string {
  const label = quoted(words)
  if (node.form === 'stack') return `[[${label}]]`
  if (node.form === 'gap') return `{{${label}}}`
  return node.form === 'internet' ? `((${label}))` : `[${label}]`
}

export function countBoxes(element: DiagramElement): number {
  return element.kind === 'node'
    ? 1
    : element.children.reduce((sum, child) => sum + countBoxes(child), element.form === 'band' ? 0 : 1)
}
