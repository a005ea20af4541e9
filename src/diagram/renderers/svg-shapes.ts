/** The two basic shapes of an SVG diagram. */
import type { PlacedDiagram, PlacedText, Rectangle } from '../diagram.ts'
import type { BoxStyle } from '../themes/theme.ts'
import { escapeXml, tag } from './xml.ts'

/** The ID of the pattern that marks what couldn't be read. */
export const hatchId = 'surveyor-hatch'

/** The ID of the pattern that marks what couldn't be compared. */
export const changeHatchId = 'surveyor-change-hatch'

/** `offset`: to the right and down, for the layers of a summary box. */
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

/**
 * For programs that read the SVG and can't write a text directly. `content`: its markup, with the fonts of its parts.
 * `outline`: path data shown instead of the characters. With `content`, the characters are still there for selection.
 */
export type DrawnText = PlacedText & { readonly content?: string; readonly outline?: string }

export function textMarkup(text: DrawnText, fill: string): string {
  const outline = text.outline === undefined ? '' : tag('path', { d: text.outline, fill })
  if (outline !== '' && text.content === undefined) return outline
  const { x, y, sizePx, weight } = text
  const attributes = { x, y, 'font-size': sizePx, 'font-weight': weight === 400 ? null : weight, fill }
  // Fully transparent text would be missing in PDF files.
  const seen = outline === '' ? {} : { 'fill-opacity': '0.001' }
  return `${outline}${tag('text', { ...attributes, ...seen }, text.content ?? escapeXml(text.text))}`
}

/** The same diagram with each text replaced by the result of `drawn`. */
export async function withDrawnTexts(
  placed: PlacedDiagram,
  drawn: (text: PlacedText) => Promise<DrawnText>,
): Promise<PlacedDiagram> {
  const all = (texts: readonly PlacedText[]): Promise<readonly DrawnText[]> => Promise.all(texts.map(drawn))
  return {
    ...placed,
    boxes: await Promise.all(placed.boxes.map(async (box) => ({ ...box, texts: await all(box.texts) }))),
    routes: await Promise.all(
      placed.routes.map(async (route) => ({ ...route, label: route.label === null ? null : await drawn(route.label) })),
    ),
    captions: await all(placed.captions),
    legend: await Promise.all(placed.legend.map(async (entry) => ({ ...entry, text: await drawn(entry.text) }))),
  }
}
