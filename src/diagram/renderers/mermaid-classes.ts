/** Colors of Mermaid diagrams: what the internet can reach, public subnets, and what couldn't be read. */
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'
import { offState } from '../off-state.ts'
import { limited } from '../views/boxes/short-label.ts'
import { edgeStyle, elementStyle } from './element-style.ts'
import { isRest } from './line-budget.ts'

/** The `classDef` and `class` lines of a chart. `names`: the names of boxes in the chart, by ID. */
export function usedClasses(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  names: ReadonlyMap<string, string>,
  theme: Theme,
): readonly string[] {
  const all = withContent(elements)
  const internet = new Set(all.filter(isInternet).map(({ id }) => id))
  const reached = new Set(
    edges.filter((edge) => internet.has(edge.source) && isOpenToAll(edge)).map(({ target }) => target),
  )
  const members = new Map<string, { readonly style: BoxStyle; readonly names: Set<string> }>()
  for (const element of all) {
    const [box, style] = [names.get(element.id), elementStyle(element, theme)]
    if (box === undefined || style === null) continue
    const plain = className(element, reached)
    const name = element.change === undefined ? plain : `${plain}-${element.change}`
    const shown = element.change === undefined ? styleOf(plain, style, theme) : style
    const known = members.get(name) ?? { style: shown, names: new Set() }
    known.names.add(box)
    members.set(name, known)
  }
  return [...members].flatMap(([name, { style, names: boxes }]) => [
    `  classDef ${name} ${declarations(style)}`,
    `  class ${[...boxes].join(',')} ${name}`,
  ])
}

/** The `linkStyle` lines of a comparison. `edges`: in the order of the lines of the chart. */
export function usedLineStyles(edges: readonly DiagramEdge[], theme: Theme): readonly string[] {
  const positions = new Map<string, number[]>()
  for (const [position, edge] of edges.entries()) {
    if (edge.change === undefined) continue
    const { stroke, dash, strokeWidth } = edgeStyle(edge, theme)
    const dashed = dash === '' ? '' : `,stroke-dasharray:${dash}`
    const style = `stroke:${stroke},stroke-width:${strokeWidth}px${dashed}`
    positions.set(style, [...(positions.get(style) ?? []), position])
  }
  return [...positions].map(([style, of]) => `  linkStyle ${of.join(',')} ${style}`)
}

function withContent(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.flatMap((element) =>
    element.kind === 'node' ? [element] : [element, ...withContent(element.children)],
  )
}

/** Not for some addresses alone, and in use. */
function isOpenToAll({ label }: DiagramEdge): boolean {
  return offState(label) === '' && !label.replace(/ \+\d+$/u, '').endsWith(limited)
}

function isInternet(element: DiagramElement): boolean {
  return element.kind === 'node' && element.form === 'internet'
}

function className(element: DiagramElement, reached: ReadonlySet<string>): string {
  if (element.presence === 'unknown') return 'unread'
  if (element.kind === 'group') return element.exposure === null ? element.form : `${element.exposure}Subnet`
  if (isInternet(element)) return 'internet'
  if (element.reached !== undefined) return element.reached
  if (element.presence === 'external') return 'external'
  // A box for the rest may hold others.
  if (reached.has(element.id) && !isRest(element.id)) return 'exposed'
  return element.form === 'count' ? 'count' : 'plain'
}

/** What the internet can reach has the color of the arrows to it. */
function styleOf(name: string, style: BoxStyle, theme: Theme): BoxStyle {
  return name === 'exposed' || name === 'internet'
    ? { ...style, stroke: theme.edges.request.stroke, strokeWidth: 2.5 }
    : style
}

function declarations({ fill, stroke, strokeWidth, dash, label }: BoxStyle): string {
  const dashed = dash === '' ? '' : `,stroke-dasharray:${dash}`
  return `fill:${fill === 'none' ? 'transparent' : fill},stroke:${stroke},stroke-width:${strokeWidth}px${dashed},color:${label}`
}
