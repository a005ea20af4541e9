/** SVG: one self-contained file with embedded icons and fonts, and a description for assistive technology. */
import type { PlacedDiagram, PlacedText } from '../diagram.ts'
import { embeddedFonts } from '../typeface/embedded-fonts.ts'
import { pageLink } from './page-link.ts'
import type { Renderer, RenderOptions } from './renderer.ts'
import { svgDocument } from './svg-document.ts'

export const svg: Renderer = {
  mediaType: 'image/svg+xml',
  fileExtension: 'svg',
  needs: 'placed',
  async render(placed, options) {
    const stamp = stampText(options)
    const fonts = await embeddedFonts(writtenTexts(placed), stamp)
    const hrefOf = (focus: string): string => pageLink(focus, 'svg', options)
    return new TextEncoder().encode(svgDocument(placed, { theme: options.theme, stamp, hrefOf, fonts, idSuffix: '' }))
  },
}

export function stampText({ stamp }: RenderOptions): string {
  return stamp === undefined ? '' : `Scanned ${stamp}`
}

/** All texts of a diagram except its stamp. */
export function writtenTexts(placed: PlacedDiagram): readonly PlacedText[] {
  return [
    ...placed.boxes.flatMap((box) => box.texts),
    ...placed.routes.flatMap(({ label }) => label ?? []),
    ...placed.captions,
    ...placed.legend.map(({ text }) => text),
  ]
}
