/** D2: groups as containers, in the D2 diagram language. */
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { singleLine } from '../layout/fit-text.ts'
import type { Theme } from '../themes/theme.ts'
import { edgeStyle, elementStyle } from './element-style.ts'
import { elementLink, pathsOf, surroundingLines, wordsOf, writableEdges } from './outline.ts'
import type { Renderer, RenderOptions } from './renderer.ts'
import { textPageOf } from './summary.ts'

/** D2's dark theme. Elements without a style of ours use its colors. */
const darkThemeId = 200

export const d2: Renderer = {
  mediaType: 'text/plain',
  fileExtension: 'd2',
  needs: 'diagram',
  render: (diagram, options) => new TextEncoder().encode(script(diagram, options)),
}

function script(whole: Diagram, options: RenderOptions): string {
  const { theme } = options
  const { diagram, rows } = textPageOf(whole, options)
  const paths = pathsOf(diagram.elements)
  const names = new Map([...paths.keys()].map((id, position) => [id, `n${position}`]))
  const edges = writableEdges(diagram, paths)
  const [title = '', ...notes] = surroundingLines(diagram, edges.length, options)
  return [
    `direction: ${diagram.direction}`,
    ...(theme.name === 'dark' ? [`vars: {d2-config: {theme-id: ${darkThemeId}}}`] : []),
    `style.fill: ${quoted(theme.background)}`,
    ...textLines('title', [title], 'top-left', 24, theme),
    ...textLines('notes', notes, 'bottom-left', 14, theme),
    ...diagram.elements.flatMap((element) => elementLines(element, 0, names, diagram, options)),
    ...edges.flatMap((edge) => edgeLines(edge, paths, names, theme)),
    ...rows.map((pair) => `${pair.map((id) => pathName(id, paths, names)).join(' -> ')}: {style: {opacity: 0}}`),
    '',
  ].join('\n')
}

function textLines(
  name: string,
  lines: readonly string[],
  near: string,
  sizePx: number,
  theme: Theme,
): readonly string[] {
  const style = `style: {font-size: ${sizePx}; font-color: ${quoted(theme.text)}}`
  // D2 rejects a text that has only spaces.
  return lines.every((line) => singleLine(line) === '')
    ? []
    : [`${name}: ${quotedLines(lines)} {shape: text; near: ${near}; ${style}}`]
}

function elementLines(
  element: DiagramElement,
  level: number,
  names: ReadonlyMap<string, string>,
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
  const link = elementLink(element, 'd2', diagram.region, options)
  const form = element.kind === 'node' ? element.form : null
  const look = [
    `fill: ${quoted(style.fill === 'none' ? 'transparent' : style.fill)}`,
    `stroke: ${quoted(style.stroke)}`,
    `font-color: ${quoted(style.label)}`,
    ...(style.dash === '' ? [] : ['stroke-dash: 5']),
    ...(isMarked(element.change) ? ['stroke-width: 4'] : []),
    ...(form === 'stack' ? ['multiple: true'] : []),
    ...(element.kind === 'node' && form !== 'internet' ? ['border-radius: 6'] : []),
  ]
  return [
    `${indent}${names.get(element.id) ?? ''}: ${quotedLines(wordsOf(element, '\n', options).split('\n'))} {`,
    ...(form === 'internet' ? [`${indent}  shape: cloud`] : []),
    `${indent}  style: {${look.join('; ')}}`,
    ...(element.description === '' ? [] : [`${indent}  tooltip: ${quoted(markdownText(element.description))}`]),
    ...(link === null ? [] : [`${indent}  link: ${quoted(link)}`]),
    ...inner(level + 1),
    `${indent}}`,
  ]
}

function isMarked(change: ChangeState | undefined): boolean {
  return change !== undefined && change !== 'unchanged'
}

function edgeLines(
  edge: DiagramEdge,
  paths: ReadonlyMap<string, readonly string[]>,
  names: ReadonlyMap<string, string>,
  theme: Theme,
): readonly string[] {
  const { source, target, form, label, change } = edge
  const [from, to] = [pathName(source, paths, names), pathName(target, paths, names)]
  const { stroke, dash } = edgeStyle(edge, theme)
  const arrow = form === 'member' || form === 'link' ? '--' : '->'
  const look = [
    `stroke: ${quoted(stroke)}`,
    ...(dash === '' ? [] : ['stroke-dash: 4']),
    ...(isMarked(change) ? ['stroke-width: 4'] : []),
    `font-color: ${quoted(theme.text)}`,
  ]
  return [`${from} ${arrow} ${to}: ${label === '' ? "''" : quoted(label)} {style: {${look.join('; ')}}}`]
}

function pathName(
  id: string,
  paths: ReadonlyMap<string, readonly string[]>,
  names: ReadonlyMap<string, string>,
): string {
  return (paths.get(id) ?? []).map((part) => names.get(part)).join('.')
}

/** D2 rejects a file if a tooltip, parsed as Markdown, results in broken HTML. */
function markdownText(text: string): string {
  return text.replaceAll('\n', ' · ').replaceAll('<', '\\<')
}

/** In double quotes, D2 supports escapes, and substitutions with `$`. */
function quotedLines(lines: readonly string[]): string {
  const text = lines.map((line) => singleLine(line).replaceAll(/[\\"$]/gu, '\\$&')).join('\\n')
  return `"${text || ' '}"`
}

/** In single quotes, D2 supports neither escapes, substitutions, nor line breaks. */
function quoted(text: string): string {
  return `'${singleLine(text).replaceAll("'", "''") || ' '}'`
}
