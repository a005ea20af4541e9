/** From a diagram to the bytes of a format: layout where the format needs it, then the renderer. */
import type { Diagram } from './diagram.ts'
import { placeDiagram } from './layout/place-diagram.ts'
import { json } from './renderers/json.ts'
import { mermaid } from './renderers/mermaid.ts'
import type { Renderer, RenderOptions } from './renderers/renderer.ts'
import { svg } from './renderers/svg.ts'
import { dark } from './themes/dark.ts'
import { light } from './themes/light.ts'
import type { Theme, ThemeName } from './themes/theme.ts'
import { measureInter } from './typeface/inter.ts'

const renderers = { svg, mermaid, json } as const satisfies Readonly<Record<string, Renderer>>
const themes: Readonly<Record<ThemeName, Theme>> = { light, dark }

export type Format = keyof typeof renderers

/** In the order in which they are offered; the first is the default. */
export const formats: readonly Format[] = ['svg', 'mermaid', 'json']

export type RenderedDiagram = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly fileExtension: string
}

/** `stamp`: an ISO time, written on the picture only when given. */
export async function renderDiagram(
  diagram: Diagram,
  options: { readonly format: Format; readonly theme: ThemeName; readonly stamp?: string },
): Promise<RenderedDiagram> {
  const renderer: Renderer = renderers[options.format]
  const theme = themes[options.theme]
  const given: RenderOptions = options.stamp === undefined ? { theme } : { theme, stamp: options.stamp }
  const bytes =
    renderer.needs === 'diagram'
      ? await renderer.render(diagram, given)
      : await renderer.render(placeDiagram(diagram, measureInter), given)
  return { bytes, mediaType: renderer.mediaType, fileExtension: renderer.fileExtension }
}
