/** From a diagram to the bytes of a format: layout where the format needs it, then the renderer. */
import type { Diagram } from './diagram.ts'
import { placeDiagram } from './layout/place-diagram.ts'
import { d2 } from './renderers/d2.ts'
import { dot } from './renderers/dot.ts'
import { drawio } from './renderers/drawio.ts'
import { html } from './renderers/html.ts'
import { json } from './renderers/json.ts'
import { mermaid } from './renderers/mermaid.ts'
import { pdf } from './renderers/pdf.ts'
import { png } from './renderers/png.ts'
import type { Detail, Renderer, RenderOptions } from './renderers/renderer.ts'
import { svg } from './renderers/svg.ts'
import { dark } from './themes/dark.ts'
import { light } from './themes/light.ts'
import type { Theme, ThemeName } from './themes/theme.ts'
import { measureInter } from './typeface/inter.ts'
import { visibleDiagram } from './visible-diagram.ts'

const renderers = { svg, png, pdf, html, drawio, mermaid, d2, dot, json } as const satisfies Readonly<
  Record<string, Renderer>
>
const themes: Readonly<Record<ThemeName, Theme>> = { light, dark }

export type Format = keyof typeof renderers

/** In the order in which they are offered; the first is the default. */
export const formats: readonly Format[] = ['svg', 'png', 'pdf', 'html', 'drawio', 'mermaid', 'd2', 'dot', 'json']

export type RenderedDiagram = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly fileExtension: string
  /** How many parts there are to ask for; 1 but for texts that are split. */
  readonly parts: number
}

export type PictureOptions = {
  readonly format: Format
  readonly theme: ThemeName
  /** An ISO time, written on the picture only when given. */
  readonly stamp?: string
  /** Of raster pictures; 1 by default. */
  readonly scale?: 1 | 2
  /** Which part of a text that is split; the first is 1. Empty where there is no such part. */
  readonly part?: number
  /** Characters that one part may have. */
  readonly characterLimit?: number
  /** How much a text shows; `summary` by default. */
  readonly detail?: Detail
  /** What else goes into a file of many pages, in their order; ignored by formats of one. */
  readonly furtherPages?: readonly Diagram[]
}

/** Whether a file of this format shows further pages beside the diagram that was asked for. */
export function holdsManyPages(format: Format): boolean {
  const renderer: Renderer = renderers[format]
  return renderer.needs === 'pages'
}

/** Whether a picture of this format may come in several parts. */
export function mayHaveParts(format: Format): boolean {
  const renderer: Renderer = renderers[format]
  return renderer.needs === 'diagram' && renderer.partCount !== undefined
}

export async function renderDiagram(diagram: Diagram, options: PictureOptions): Promise<RenderedDiagram> {
  const renderer: Renderer = renderers[options.format]
  const { mediaType, fileExtension } = renderer
  const { stamp, scale, part, characterLimit, detail, furtherPages = [] } = options
  const given: RenderOptions = {
    theme: themes[options.theme],
    ...(stamp !== undefined && { stamp }),
    ...(scale !== undefined && { scale }),
    ...(part !== undefined && { part }),
    ...(characterLimit !== undefined && { characterLimit }),
    ...(detail !== undefined && { detail }),
  }
  // JSON is for programs: there only the texts that are placed are for people.
  const visible = options.format === 'json' ? diagram : visibleDiagram(diagram)
  const bytes = await bytesOf(renderer, visible, furtherPages.map(visibleDiagram), given)
  const parts = renderer.needs === 'diagram' ? (renderer.partCount?.(visible, given) ?? 1) : 1
  return { bytes, mediaType, fileExtension, parts }
}

async function bytesOf(
  renderer: Renderer,
  diagram: Diagram,
  furtherPages: readonly Diagram[],
  options: RenderOptions,
): Promise<Uint8Array> {
  if (renderer.needs === 'diagram') return renderer.render(diagram, options)
  if (renderer.needs === 'placed') return renderer.render(await placeDiagram(diagram, measureInter), options)
  const pages = [diagram, ...furtherPages].map(async (page) => ({
    diagram: page,
    placed: await placeDiagram(page, measureInter),
  }))
  return renderer.render(await Promise.all(pages), options)
}
