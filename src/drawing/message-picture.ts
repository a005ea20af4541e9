/** Draws a sentence as a picture, in place of a diagram that can't be shown. */
import { rasterized } from '../diagram/renderers/png.ts'
import { escapeXml, tag } from '../diagram/renderers/xml.ts'
import { dark } from '../diagram/themes/dark.ts'
import { light } from '../diagram/themes/light.ts'
import type { DiagramTheme } from '../../contract/diagram.ts'

const size = { width: 560, height: 72 }
const families = "Inter, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
const themes = { light, dark } as const

export function messagePicture(message: string, theme: DiagramTheme, format: 'svg' | 'png'): Uint8Array {
  const { background, text, node } = themes[theme]
  const [width, height] = [size.width, size.height]
  const content = [
    tag('title', {}, escapeXml(message)),
    tag('rect', { x: 0.5, y: 0.5, width: width - 1, height: height - 1, fill: background, stroke: node.stroke }),
    tag('text', { x: 24, y: 42, 'font-family': families, 'font-size': 16, fill: text }, escapeXml(message)),
  ].join('')
  const viewBox = `0 0 ${width} ${height}`
  const svg = tag('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox, role: 'img' }, content)
  return format === 'svg' ? new TextEncoder().encode(`${svg}\n`) : rasterized(svg, 1)
}
