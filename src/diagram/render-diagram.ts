/** Renders a diagram in a format. Lays it out first if the format needs that. */
import { signedDiagram } from './comparison/change-texts.ts'
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

/** In the order of lists. The first is the default. */
export const formats: readonly Format[] = ['svg', 'png', 'pdf', 'html', 'drawio', 'mermaid', 'd2', 'dot', 'json']

export type RenderedDiagram = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly fileExtension: string
  /** Number of parts. 1 except for texts that are split. */
  readonly parts: number
}

export type PictureOptions = {
  readonly format: Format
  readonly theme: ThemeName
  /** An ISO time. Written on the diagram only if set. */
  readonly stamp?: string
  /** For raster images. Default: 1. */
  readonly scale?: 1 | 2
  /** The part of a split text, from 1. Empty if it doesn't exist. */
  readonly part?: number
  /** The maximum number of characters of one part. */
  readonly characterLimit?: number
  /** How much a text format shows. Default: `summary`. */
  readonly detail?: Detail
  /** The base scan of a comparison, as links to other pages name it. */
  readonly compare?: string
  /** Further pages of the file, in order. Ignored by formats with a single page. */
  readonly furtherPages?: readonly Diagram[]
}

/** Whether a file of this format contains further pages besides the requested diagram. */
export function holdsManyPages(format: Format): boolean {
  const renderer: Renderer = renderers[format]
  return renderer.needs === 'pages'
}

/** Whether a diagram in this format can be split into several parts. */
export function mayHaveParts(format: Format): boolean {
  const renderer: Renderer = renderers[format]
  return renderer.needs === 'diagram' && renderer.partCount !== undefined
}

export async function renderDiagram(diagram: Diagram, options: PictureOptions): Promise<RenderedDiagram> {
  const renderer: Renderer = renderers[options.format]
  const { mediaType, fileExtension } = renderer
  const { stamp, scale, part, characterLimit, detail, compare, furtherPages = [] } = options
  const given: RenderOptions = {
    theme: themes[options.theme],
    ...(stamp !== undefined && { stamp }),
    ...(scale !== undefined && { scale }),
    ...(part !== undefined && { part }),
    ...(characterLimit !== undefined && { characterLimit }),
    ...(detail !== undefined && { detail }),
    ...(compare !== undefined && { compare }),
  }
  // JSON is for programs. Only its placed texts are for people.
  const visible = options.format === 'json' ? diagram : visibleOnce(diagram)
  const bytes = await bytesOf(renderer, visible, furtherPages.map(visibleOnce), given)
  const parts = renderer.needs === 'diagram' ? (renderer.partCount?.(signedDiagram(visible), given) ?? 1) : 1
  return { bytes, mediaType, fileExtension, parts }
}

/** A diagram that is rendered in several formats is laid out once. */
const visibleOnce = once(visibleDiagram)
const placedOnce = once((diagram) => placeDiagram(diagram, measureInter))

function once<Result>(make: (diagram: Diagram) => Result): (diagram: Diagram) => Result {
  const made = new WeakMap<Diagram, { readonly result: Result }>()
  return (diagram) => {
    const known = made.get(diagram) ?? { result: make(diagram) }
    made.set(diagram, known)
    return known.result
  }
}

async function bytesOf(
  renderer: Renderer,
  diagram: Diagram,
  furtherPages: readonly Diagram[],
  options: RenderOptions,
): Promise<Uint8Array> {
  if (renderer.needs === 'diagram') return renderer.render(signedDiagram(diagram), options)
  if (renderer.needs === 'placed') return renderer.render(await placedOnce(diagram), options)
  const pages = [diagram, ...furtherPages].map(async (page) => ({
    diagram: page,
    placed: await placedOnce(page),
  }))
  return renderer.render(await Promise.all(pages), options)
}
