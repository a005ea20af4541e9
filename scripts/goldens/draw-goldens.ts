/** Draws the goldens of an account: every view in every format, as `GET /api/diagrams/{id}/content` returns them. */
import type { Diagram } from '../../src/diagram/diagram.ts'
import { type DrawnPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import { type Format, formats, type PictureOptions, renderDiagram } from '../../src/diagram/render-diagram.ts'
import { drawDiagrams, type DrawPage, drawerOf, furtherPages } from '../../src/drawing/diagrams.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { hashOf } from './hash.ts'
import { blocksOf } from './picture-blocks.ts'

/**
 * `text`: stored in full. `hash`: for large or binary content. `blocks`: an image reduced to its mean colors, because
 * rasterizing may differ in the last bit between processors.
 */
export type Golden = {
  /** Unique among the goldens of an account. */
  readonly name: string
  readonly kind: 'text' | 'hash' | 'blocks'
  readonly content: Buffer
}

/** The maximum size of stored texts. The SVG diagram is always stored, for the report. */
const mostBytesKept = 200_000

const kindOf: Readonly<Record<Format, Golden['kind']>> = {
  svg: 'text',
  png: 'blocks',
  pdf: 'hash',
  html: 'hash',
  drawio: 'text',
  mermaid: 'text',
  d2: 'text',
  dot: 'text',
  json: 'text',
}

/** Returns every view in the order of lists. `base`: to draw what changed since another scan. */
export async function drawGoldenViews(
  graph: ResourceGraph,
  base: ResourceGraph | null = null,
): Promise<readonly Diagram[]> {
  const diagrams = (await drawDiagrams(graph)).map(({ content }) => content as Diagram)
  const draw = drawerOf(graph, base)
  return base === null ? diagrams : diagrams.map(({ view }) => drawnOf(draw(view, overviewOptions)))
}

function drawnOf(page: DrawnPage): Diagram {
  if (page.kind === 'drawn') return page.diagram
  throw new Error(page.message)
}

/** Returns one view in the given formats (by default all): light, and as SVG also dark. */
export async function drawGoldens(
  diagram: Diagram,
  viewFormats: readonly Format[] = formats,
): Promise<readonly Golden[]> {
  const goldens: Golden[] = []
  for (const format of viewFormats) goldens.push(...(await partsOf(diagram, { format, theme: 'light' })))
  const dark = await renderDiagram(diagram, { format: 'svg', theme: 'dark' })
  return [...goldens, { name: `${diagram.view}-dark.svg`, kind: 'hash', content: hashOf(dark.bytes) }]
}

/** Returns the files with all views and their pages. */
export async function drawWholeGoldens(
  diagrams: readonly Diagram[],
  draw: DrawPage,
  wholeFormats: readonly Format[],
): Promise<readonly Golden[]> {
  const [first] = diagrams
  if (first === undefined) return []
  const goldens: Golden[] = []
  for (const format of wholeFormats) {
    const pages = furtherPages(first, draw, overviewOptions, format)
    const { bytes, fileExtension } = await renderDiagram(first, { format, theme: 'light', furtherPages: pages })
    goldens.push({ name: `whole.${fileExtension}`, kind: 'hash', content: hashOf(bytes) })
  }
  return goldens
}

async function partsOf(diagram: Diagram, options: PictureOptions): Promise<readonly Golden[]> {
  const first = await renderDiagram(diagram, options)
  const { parts, fileExtension } = first
  const goldens = [goldenOf(`${diagram.view}.${fileExtension}`, options.format, first.bytes)]
  for (let part = 2; part <= parts; part += 1) {
    const { bytes } = await renderDiagram(diagram, { ...options, part })
    goldens.push(goldenOf(`${diagram.view}.${part}.${fileExtension}`, options.format, bytes))
  }
  return goldens
}

function goldenOf(name: string, format: Format, bytes: Uint8Array): Golden {
  const kind = kindOf[format]
  if (kind === 'blocks') return { name, kind, content: blocksOf(bytes) }
  const isKept = kind === 'text' && (format === 'svg' || bytes.length <= mostBytesKept)
  return isKept ? { name, kind, content: Buffer.from(bytes) } : { name, kind: 'hash', content: hashOf(bytes) }
}
