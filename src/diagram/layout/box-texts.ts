/** Positions of icon, label, and detail in a box, with texts shortened to fit. */
import type { DiagramElement, FontWeight, PlacedBox, PlacedIcon, PlacedText, Rectangle } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { card, countCard, groupDimensions, textSize } from './dimensions.ts'
import { ellipsis, fitMiddle, fitName, fitStatement, singleLine, wrapParts } from './fit-text.ts'

type TextRole = PlacedText['role']

/** One line of text, shortened to `maxWidthPx`. `null` if nothing or only the ellipsis is left. */
export function placedText(
  text: string,
  x: number,
  baseline: number,
  style: { readonly sizePx: number; readonly weight: FontWeight; readonly role: TextRole },
  maxWidthPx: number,
  measure: Measure,
): PlacedText | null {
  const fit = style.role === 'detail' ? fitStatement : fitMiddle
  const fitted = fit(text, style.sizePx, style.weight, maxWidthPx, measure)
  if (fitted === '' || fitted === ellipsis) return null
  return { text: fitted, x, y: baseline, ...style, widthPx: Math.ceil(measure(fitted, style.sizePx, style.weight)) }
}

export const labelStyle = { sizePx: textSize.label, weight: 600, role: 'label' } as const
export const detailStyle = { sizePx: textSize.detail, weight: 400, role: 'detail' } as const

export function boxContent(
  element: DiagramElement,
  rectangle: Rectangle,
  measure: Measure,
): Pick<PlacedBox, 'icon' | 'texts'> {
  return element.kind === 'node' ? nodeContent(element, rectangle, measure) : groupContent(element, rectangle, measure)
}

/** In pixels from the top of a card. */
const usualBaselines = { names: [22], details: [38] } as const
const wrappedBaselines = { names: [16, 30], details: [44] } as const
const detailedBaselines = { names: [16], details: [30, 44] } as const
const loneBaselines = { names: [29, 43], details: [] } as const

/** One line, and a second one for the detail or for what is left of a long name. */
function countContent(
  { label, detail }: Extract<DiagramElement, { kind: 'node' }>,
  { x, y, width }: Rectangle,
  measure: Measure,
): Pick<PlacedBox, 'icon' | 'texts'> {
  const { padding, icon } = countCard
  const textX = x + padding + icon + padding
  const available = x + width - padding - textX
  const style = { ...labelStyle, sizePx: textSize.caption }
  const fit = detail === '' ? fitName : fitStatement
  const names = [fit(label, style.sizePx, style.weight, available, measure)].flat()
  const [first, second] = detail === '' && names.length === 1 ? [23, 0] : [17, 31]
  const texts = [
    placedText(names[0] ?? '', textX, y + first, style, available, measure),
    placedText(names[1] ?? '', textX, y + second, style, available, measure),
    placedText(detail, textX, y + second, detailStyle, available, measure),
  ]
  return { icon: { x: x + padding, y: y + padding, sizePx: icon }, texts: texts.filter((text) => text !== null) }
}

function nodeContent(
  element: Extract<DiagramElement, { kind: 'node' }>,
  rectangle: Rectangle,
  measure: Measure,
): Pick<PlacedBox, 'icon' | 'texts'> {
  if (element.form === 'count') return countContent(element, rectangle, measure)
  const { x, y, width } = rectangle
  const textX = x + card.padding + card.icon + card.padding
  const available = x + width - card.padding - textX
  const names = fitName(element.label, labelStyle.sizePx, labelStyle.weight, available, measure)
  const details = names.length > 1 ? [element.detail] : wrappedDetail(element.detail, available, measure)
  const baselines =
    element.detail === ''
      ? loneBaselines
      : names.length > 1
        ? wrappedBaselines
        : details.length > 1
          ? detailedBaselines
          : usualBaselines
  const texts = [
    ...names.map((name, line) =>
      placedText(name, textX, y + (baselines.names[line] ?? 0), labelStyle, available, measure),
    ),
    ...baselines.details.map((baseline, line) =>
      placedText(details[line] ?? '', textX, y + baseline, detailStyle, available, measure),
    ),
  ]
  return {
    icon: { x: x + card.padding, y: y + card.padding, sizePx: card.icon },
    texts: texts.filter((text) => text !== null),
  }
}

/** Below a name of one line, a detail can have two lines. It is broken at a comma; the second line has the rest. */
function wrappedDetail(detail: string, widthPx: number, measure: Measure): readonly string[] {
  const { sizePx, weight } = detailStyle
  const line = singleLine(detail)
  const [first = '', ...more] = wrapParts(line.split(/(?<=,) /u), ' ', sizePx, weight, widthPx, measure)
  // If the first part is wider than the card, it is shortened, and a second line would look unrelated.
  if (more.length === 0 || !line.startsWith(first)) return [detail]
  return [first, line.slice(first.length + 1)]
}

function groupContent(
  element: Extract<DiagramElement, { kind: 'group' }>,
  { x, y, width }: Rectangle,
  measure: Measure,
): Pick<PlacedBox, 'icon' | 'texts'> {
  const { header, iconPx, twoLines } = groupDimensions[element.form]
  if (header === 0) return { icon: null, texts: [] }
  const icon: PlacedIcon | null = iconPx === 0 ? null : { x, y, sizePx: iconPx }
  const textX = x + (iconPx === 0 ? 14 : iconPx + 10)
  const available = x + width - 12 - textX
  const firstBaseline = twoLines ? y + iconPx / 2 : y + 24
  const label = placedText(element.label, textX, firstBaseline, labelStyle, available, measure)
  const detailX = twoLines || label === null ? textX : textX + label.widthPx + 8
  const left = x + width - 12 - detailX
  const baseline = twoLines ? firstBaseline + 15 : firstBaseline
  const shown = twoLines ? element.detail : wholeParts(element.detail, left, measure)
  const detail = left < 40 ? null : placedText(shown, detailX, baseline, detailStyle, left, measure)
  return { icon, texts: [label, detail].filter((text) => text !== null) }
}

/** Beside a label: the first parts that fit as a whole. A prefix that the names of the group leave out is shortened instead. */
function wholeParts(detail: string, widthPx: number, measure: Measure): string {
  const { sizePx, weight } = detailStyle
  const parts = singleLine(detail).split(' · ')
  const [first = ''] = parts
  const fits = (count: number): boolean => measure(parts.slice(0, count).join(' · '), sizePx, weight) <= widthPx
  const count = parts.findLastIndex((_, last) => fits(last + 1)) + 1
  if (count > 0) return parts.slice(0, count).join(' · ')
  return first.endsWith('…') ? first.slice(0, -1) : ''
}
