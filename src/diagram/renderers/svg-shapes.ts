/** The two basic shapes of an SVG diagram. */
import type { PlacedText, Rectangle } from '../diagram.ts'
import type { BoxStyle } from '../themes/theme.ts'
import { escapeXml, tag } from './xml.ts'

/** Of the pattern that marks what could not be read. */
export const hatchId = 'surveyor-hatch'

/** `offset`: to the right and down, for the layers of a stack. */
export function rectangle(box: Rectangle, style: BoxStyle, radius = 0, offset = 0): string {
  return tag('rect', {
    x: box.x + offset,
    y: box.y + offset,
    width: box.width,
    height: box.height,
    rx: radius === 0 ? null : radius,
    fill: style.fill,
    stroke: style.stroke,
    'stroke-width': style.strokeWidth,
    'stroke-dasharray': style.dash === '' ? null : style.dash,
  })
}

export function textMarkup(text: PlacedText, fill: string): string {
  return tag(
    'text',
    { x: text.x, y: text.y, 'font-size': text.sizePx, 'font-weight': text.weight === 400 ? null : text.weight, fill },
    escapeXml(text.text),
  )
}
