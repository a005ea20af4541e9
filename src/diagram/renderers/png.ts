/** PNG: the SVG diagram as pixels. Uses only the bundled fonts, so that every machine draws the same. */
import { Resvg } from '@resvg/resvg-js'
import type { PlacedDiagram } from '../diagram.ts'
import { fontPath } from '../typeface/inter.ts'
import { outlinedText } from '../typeface/outlined-text.ts'
import type { Renderer, RenderOptions } from './renderer.ts'
import { stampText } from './svg.ts'
import { svgDocument } from './svg-document.ts'
import { withDrawnTexts } from './svg-shapes.ts'

/** Needs about 130 MB while drawing. Viewers and code hosts reject much larger images. */
export const maxPixels = 32_000_000

export const png: Renderer = {
  mediaType: 'image/png',
  fileExtension: 'png',
  needs: 'placed',
  async render(placed, options) {
    const outlined = await withDrawnTexts(placed, async (text) => {
      const outline = await outlinedText(text)
      return outline === null ? text : { ...text, outline }
    })
    const drawn = svgDocument(outlined, {
      theme: options.theme,
      stamp: [sizeNote(placed, options), stampText(options)].filter((part) => part !== '').join(' · '),
      hrefOf: null,
      fonts: '',
      idSuffix: '',
    })
    return rasterized(drawn, zoomOf(placed, options))
  },
}

/** An SVG as a PNG file. `zoom`: pixels for each pixel at 100%. */
export function rasterized(svg: string, zoom: number): Uint8Array {
  return new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false, fontFiles: [fontPath(400), fontPath(600)], defaultFontFamily: 'Inter' },
  })
    .render()
    .asPng()
}

function zoomOf({ width, height }: PlacedDiagram, { scale = 1 }: RenderOptions): number {
  const fitting = Math.sqrt(maxPixels / (width * height))
  return fitting >= scale ? scale : Math.floor(fitting * 100) / 100
}

function sizeNote(placed: PlacedDiagram, options: RenderOptions): string {
  const zoom = zoomOf(placed, options)
  return zoom === (options.scale ?? 1) ? '' : `Scaled to ${Math.round(zoom * 100)}% to fit the size limit of PNG files`
}
