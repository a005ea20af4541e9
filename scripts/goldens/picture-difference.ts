/** Finds the differing pixels of two images, as a transparent PNG to overlay on either. */
import { Resvg } from '@resvg/resvg-js'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { fontPath } from '../../src/diagram/typeface/inter.ts'

export type PictureDifference = { readonly mask: Buffer; readonly changedPixels: number; readonly width: number }

/** Larger images are scaled down for the comparison. */
const mostPixels = 12_000_000

/** Compares two SVG images. If one is larger, the rest counts as different. */
export function pictureDifference(before: string, after: string): PictureDifference {
  const sizes = [before, after].map(sizeOf)
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const zoom = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  const [columns, rows] = [Math.ceil(width * zoom), Math.ceil(height * zoom)]
  const [was, is] = [before, after].map((svg) => pixelsOf(svg, zoom, columns, rows)) as [Uint8Array, Uint8Array]
  const mask = new PNG({ width: columns, height: rows })
  const changedPixels = pixelmatch(was, is, mask.data, columns, rows, { diffMask: true, diffColor: [230, 0, 120] })
  return { mask: PNG.sync.write(mask), changedPixels, width: columns / zoom }
}

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const { width, height } = new Resvg(svg, { font: { loadSystemFonts: false } })
  return { width, height }
}

function pixelsOf(svg: string, zoom: number, columns: number, rows: number): Uint8Array {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false, fontFiles: [fontPath(400), fontPath(600)], defaultFontFamily: 'Inter' },
  }).render()
  // Each access of its pixels copies them all.
  const { width, height, pixels: drawn } = picture
  const pixels = new Uint8Array(4 * columns * rows)
  for (let row = 0; row < Math.min(rows, height); row += 1) {
    const start = 4 * row * width
    pixels.set(drawn.subarray(start, start + 4 * Math.min(columns, width)), 4 * row * columns)
  }
  return pixels
}
