/** Mermaid: a flowchart whose subgraphs nest as the picture does, within the limits that Mermaid documents. */
import type { Diagram, DiagramElement } from '../diagram.ts'
import { singleLine } from '../layout/fit-text.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Renderer } from './renderer.ts'

/** `maxTextSize` and `maxEdges` of Mermaid's default configuration. */
const maxCharacters = 50_000
const maxEdges = 500
const maxLabelCharacters = 80

export const mermaid: Renderer = {
  mediaType: 'text/vnd.mermaid',
  fileExtension: 'mmd',
  needs: 'diagram',
  render: (diagram, { theme, stamp }) => new TextEncoder().encode(chart(diagram, theme.name, stamp)),
}

function chart(diagram: Diagram, theme: string, stamp: string | undefined): string {
  const head = [
    ...(theme === 'dark' ? ['%%{init: {"theme": "dark"}}%%'] : []),
    'flowchart TB',
    `  accTitle: ${accessible(`${diagram.title} of ${diagram.accountAlias || diagram.accountId}, ${diagram.region}`)}`,
  ]
  const left = notDrawnLines(diagram.notDrawn)
  const noteOf = (more: readonly string[]): readonly string[] => {
    const parts = [...left, ...more]
    const texts = [
      ...(parts.length === 0 ? [] : [`Not drawn: ${parts.join(', ')}`]),
      ...(stamp === undefined ? [] : [`Scanned ${stamp}`]),
    ]
    return texts.map((text, position) => `  note${position}[${quoted(text, Infinity)}]`)
  }

  // From the whole picture to its outermost boxes: the first depth that fits.
  for (const depth of [Infinity, 6, 5, 4, 3, 2]) {
    const ids = new Map<string, string>()
    let hidden = 0
    const lines = diagram.elements.flatMap((element) =>
      elementLines(
        element,
        1,
        depth,
        (id) => {
          ids.set(id, `n${ids.size}`)
          return ids.get(id) ?? ''
        },
        (count) => (hidden += count),
      ),
    )
    const drawn = diagram.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
    const edges = drawn
      .slice(0, maxEdges)
      .map(
        ({ source, target, form }) =>
          `  ${ids.get(source)} ${form === 'egress' || form === 'event' ? '-.->' : form === 'member' ? '---' : '-->'} ${ids.get(target)}`,
      )
    const hiddenEdges = diagram.edges.length - edges.length
    const note = noteOf([
      ...(hidden === 0 ? [] : [`${formatCount(hidden)} boxes within the smallest shown`]),
      ...(hiddenEdges === 0 ? [] : [`${formatCount(hiddenEdges)} arrows`]),
    ])
    const text = `${[...head, ...lines, ...edges, ...note].join('\n')}\n`
    if (text.length <= maxCharacters) return text
  }
  return `${[...head, ...noteOf([`${formatCount(diagram.elements.length)} boxes`, `${formatCount(diagram.edges.length)} arrows`])].join('\n')}\n`
}

/** Below `depth`, boxes are only counted to `hide`. */
function elementLines(
  element: DiagramElement,
  level: number,
  depth: number,
  name: (id: string) => string,
  hide: (count: number) => void,
): readonly string[] {
  const indent = '  '.repeat(level)
  if (element.kind === 'group' && element.form === 'band') {
    return element.children.flatMap((child) => elementLines(child, level, depth, name, hide))
  }
  const id = name(element.id)
  const label = quoted([element.label, element.detail].filter((part) => part !== '').join(' · '), maxLabelCharacters)
  if (element.kind === 'node') {
    const [open, close] =
      element.form === 'stack'
        ? ['[[', ']]']
        : element.form === 'gap'
          ? ['{{', '}}']
          : element.form === 'internet'
            ? ['((', '))']
            : ['[', ']']
    return [`${indent}${id}${open}${label}${close}`]
  }
  const inner = element.children.flatMap((child) =>
    level >= depth ? (hide(1), []) : elementLines(child, level + 1, depth, name, hide),
  )
  // An empty subgraph would be drawn as nothing.
  return inner.length === 0
    ? [`${indent}${id}[${label}]`]
    : [`${indent}subgraph ${id}[${label}]`, ...inner, `${indent}end`]
}

/** Everything but letters, digits and harmless signs as entity codes, so that no name can be read as syntax or markup. */
function quoted(text: string, maxCharacters: number): string {
  const characters = Array.from(singleLine(text))
  const shown = characters.length > maxCharacters ? [...characters.slice(0, maxCharacters - 1), '…'] : characters
  const escaped = shown.map((character) =>
    /[\p{L}\p{M}\p{N} .,:·×…/_-]/u.test(character) ? character : `#${character.codePointAt(0) ?? 0xff_fd};`,
  )
  // A label that begins like a Markdown list is refused by Mermaid.
  const label = escaped
    .join('')
    .replace(/^(\d*)\. /u, '$1#46; ')
    .replace(/^- /u, '#45; ')
  return `"${label || ' '}"`
}

/** Accessible titles take no entities: what could end one is left out. */
function accessible(text: string): string {
  return singleLine(text).replaceAll(/[^\p{L}\p{M}\p{N} .,·_-]/gu, ' ')
}
