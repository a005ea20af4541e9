/** Graphviz DOT: groups as clusters, for layout by `dot` and related programs. */
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { offState } from '../off-state.ts'
import type { Theme } from '../themes/theme.ts'
import { edgeStyle, elementStyle } from './element-style.ts'
import { elementLink, pathsOf, surroundingLines, wordsOf, writableEdges } from './outline.ts'
import type { Renderer, RenderOptions } from './renderer.ts'
import { textPageOf } from './summary.ts'

export const dot: Renderer = {
  mediaType: 'text/vnd.graphviz',
  fileExtension: 'dot',
  needs: 'diagram',
  render: (diagram, options) => new TextEncoder().encode(graph(diagram, options)),
}

type Names = {
  /** The node of an element: itself, or the first one inside a cluster. */
  readonly nodes: Map<string, string>
  readonly clusters: Map<string, string>
}

function graph(whole: Diagram, options: RenderOptions): string {
  const { theme } = options
  const { diagram, rows } = textPageOf(whole, options)
  const names: Names = { nodes: new Map(), clusters: new Map() }
  const boxes = diagram.elements.flatMap((element) => elementLines(element, 1, names, diagram, options))
  const edges = writableEdges(diagram, pathsOf(diagram.elements))
  const title = attributes({ label: `${surroundingLines(diagram, edges.length, options).join('\n')}\n` }, leftLines)
  return [
    'digraph {',
    `  graph [${title} ${attributes({
      rankdir: diagram.direction === 'right' ? 'LR' : 'TB',
      compound: 'true',
      labelloc: 't',
      labeljust: 'l',
      fontname,
      fontcolor: theme.text,
      bgcolor: theme.background,
      nodesep: '0.3',
      ranksep: '0.6',
    })}]`,
    `  node [${attributes({ shape: 'box', style: 'rounded,filled', fontname, fontsize: '11' })}]`,
    `  edge [${attributes({ fontname, fontsize: '10', fontcolor: theme.text })}]`,
    ...boxes,
    ...edges.map((edge) => edgeLine(edge, names, theme)),
    ...rows.map(
      ([above, below]) => `  ${names.nodes.get(above) ?? ''} -> ${names.nodes.get(below) ?? ''} [style="invis"]`,
    ),
    '}\n',
  ].join('\n')
}

/** Ends a left-aligned line. */
const leftLines = '\\l'
const fontname = 'Inter,Helvetica,Arial'

function elementLines(
  element: DiagramElement,
  level: number,
  names: Names,
  diagram: Diagram,
  options: RenderOptions,
): readonly string[] {
  const inner = (nextLevel: number): readonly string[] =>
    element.kind === 'node'
      ? []
      : element.children.flatMap((child) => elementLines(child, nextLevel, names, diagram, options))
  const style = elementStyle(element, options.theme)
  if (style === null) return inner(level)

  const indent = '  '.repeat(level)
  const about = {
    tooltip: element.description,
    URL: elementLink(element, 'dot', diagram.region, options),
    color: style.stroke,
    fontcolor: style.label,
    penwidth: String(style.strokeWidth),
  }
  const words = wordsOf(element, '\n', options) || ' '
  const [first] = element.kind === 'group' ? leavesOf(element) : []
  if (element.kind === 'group' && first !== undefined) {
    const name = `cluster_${names.clusters.size}`
    names.clusters.set(element.id, name)
    const lines = inner(level + 1)
    const representative = names.nodes.get(first.id)
    if (representative !== undefined) names.nodes.set(element.id, representative)
    const filling = style.fill === 'none' ? 'solid' : 'filled'
    const look = {
      style: style.dash === '' ? filling : `${filling},dashed`,
      fillcolor: solid(style.fill),
      labeljust: 'l',
    }
    return [
      `${indent}subgraph ${name} {`,
      `${indent}  graph [${attributes({ label: `${words}\n` }, leftLines)} ${attributes({ ...about, ...look })}]`,
      ...lines,
      `${indent}}`,
    ]
  }
  const name = `n${names.nodes.size}`
  names.nodes.set(element.id, name)
  const isStack = element.kind === 'node' && element.form === 'stack'
  const look = {
    style: style.dash === '' ? 'rounded,filled' : 'rounded,filled,dashed',
    fillcolor: solid(style.fill),
    ...(isStack && { peripheries: '2' }),
  }
  return [`${indent}${name} [${attributes({ label: words, ...about, ...look })}]`]
}

/** Elements that become nodes, because they have no content. */
function leavesOf(element: DiagramElement): readonly DiagramElement[] {
  if (element.kind === 'node') return [element]
  const inner = element.children.flatMap(leavesOf)
  return inner.length > 0 || element.form === 'band' ? inner : element.children.length === 0 ? [] : [element]
}

function edgeLine(edge: DiagramEdge, names: Names, theme: Theme): string {
  const { source, target, form, label, description, change } = edge
  const { stroke, dash, strokeWidth } = edgeStyle(edge, theme)
  const isOff = offState(label) !== ''
  const about = {
    label: label === '' ? null : label,
    tooltip: description,
    color: stroke,
    style: dash === '' ? 'solid' : form === 'member' || isOff ? 'dotted' : 'dashed',
    penwidth: change === undefined ? null : String(strokeWidth),
    arrowhead: form === 'member' || form === 'link' ? 'none' : isOff ? 'empty' : 'normal',
    // For `compound` graphs: the line ends at the border of the cluster.
    ltail: names.clusters.get(source) ?? null,
    lhead: names.clusters.get(target) ?? null,
  }
  return `  ${names.nodes.get(source) ?? ''} -> ${names.nodes.get(target) ?? ''} [${attributes(about)}]`
}

function solid(fill: string): string {
  return fill === 'none' ? 'transparent' : fill
}

function attributes(values: Readonly<Record<string, string | null>>, lineEnd = '\\n'): string {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll('\n', lineEnd)}"`)
    .join(' ')
}

/** In quotes, Graphviz interprets backslash escapes and ampersand entities. Control characters break parsers. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\n\P{Cc}]|[\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
}
