/** Makes text fit: one line shortened by an ellipsis, or as many lines as it takes. */
import { visibleText } from '../../graph/visible-text.ts'
import type { FontWeight } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { isolated } from '../typeface/writing-direction.ts'

const ellipsis = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text for one line: without line ends, control characters and halves of surrogate pairs, its direction of writing never changed. */
export function singleLine(text: string): string {
  return isolated(
    visibleText(text.toWellFormed())
      .replaceAll(/\p{Bidi_Control}/gu, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
      .trim(),
  )
}

/** Never cuts within what a reader sees as one character. */
export function fitText(text: string, sizePx: number, weight: FontWeight, widthPx: number, measure: Measure): string {
  const line = singleLine(text)
  if (measure(line, sizePx, weight) <= widthPx) return line
  const available = widthPx - measure(ellipsis, sizePx, weight)
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(line)) {
    width += measure(segment, sizePx, weight)
    if (width > available) break
    kept += segment
  }
  return isolated(`${kept.trimEnd()}${ellipsis}`)
}

/** A name in one line: both ends say what it is, so that what is too long is cut in the middle. */
export function fitMiddle(text: string, sizePx: number, weight: FontWeight, widthPx: number, measure: Measure): string {
  const line = singleLine(text)
  if (measure(line, sizePx, weight) <= widthPx) return line
  const available = widthPx - measure(ellipsis, sizePx, weight)
  const segments = [...graphemes.segment(line)].map(({ segment }) => segment)
  const fitting = (from: readonly string[], room: number): number => {
    let width = 0
    const end = from.findIndex((segment) => (width += measure(segment, sizePx, weight)) > room)
    return end < 0 ? from.length : end
  }
  const last = fitting(segments.toReversed(), available * shareOfEnd)
  const tail = segments.slice(segments.length - last).join('')
  const first = fitting(segments, available - measure(tail, sizePx, weight))
  return `${segments.slice(0, first).join('').trimEnd()}${ellipsis}${tail.trimStart()}`
}

/** Of what a name that is cut has room for: where names are alike, their ends differ. */
const shareOfEnd = 0.45

/** One line of statements joined by ` · ` or commas, or of words: what does not fit is left out whole where that leaves enough. */
export function fitStatement(
  text: string,
  sizePx: number,
  weight: FontWeight,
  widthPx: number,
  measure: Measure,
): string {
  const fitted = fitText(text, sizePx, weight, widthPx, measure)
  const line = singleLine(text)
  if (fitted === line) return line
  const kept = fitted.slice(0, -ellipsis.length)
  const rest = line.slice(kept.length)
  const end = /^(?: · |, )/u.test(rest) ? -1 : Math.max(kept.lastIndexOf(' · '), kept.lastIndexOf(', ') + 1)
  if (end > kept.length / 4) return `${kept.slice(0, end)} ${ellipsis}`
  // The cut is between two words already.
  if (/^[ ,]/u.test(rest)) return fitted
  const word = kept.lastIndexOf(' ')
  return word > kept.length / 2 ? `${kept.slice(0, word)} ${ellipsis}` : fitted
}

/** One line where it fits, else two, broken after a sign that parts words if there is one; the second one cut in the middle if need be. */
export function fitName(
  text: string,
  sizePx: number,
  weight: FontWeight,
  widthPx: number,
  measure: Measure,
): readonly string[] {
  const line = singleLine(text)
  if (measure(line, sizePx, weight) <= widthPx) return [line]
  let kept = ''
  let width = 0
  let breakAt = 0
  for (const { segment } of graphemes.segment(line)) {
    width += measure(segment, sizePx, weight)
    if (width > widthPx) break
    kept += segment
    if (/[-_./: ]/u.test(segment)) breakAt = kept.length
  }
  // A first line of a few characters would waste the second one.
  const end = breakAt > kept.length / 3 ? breakAt : kept.length
  const second = fitMiddle(line.slice(end), sizePx, weight, widthPx, measure)
  return [isolated(line.slice(0, end).trimEnd()), second].filter((part) => part !== '')
}

/** Breaks between `parts`, which are joined by `separator`; a part that is wider than the line is shortened. */
export function wrapParts(
  parts: readonly string[],
  separator: string,
  sizePx: number,
  weight: FontWeight,
  widthPx: number,
  measure: Measure,
): readonly string[] {
  const lines: string[] = []
  for (const part of parts.map((each) => fitText(each, sizePx, weight, widthPx, measure))) {
    const line = lines.at(-1)
    const longer = line === undefined ? part : `${line}${separator}${part}`
    if (line !== undefined && measure(longer, sizePx, weight) <= widthPx) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}
