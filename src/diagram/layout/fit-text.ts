/** Fits text: shortens it to one line with an ellipsis, or breaks it into lines. */
import { visibleText } from '../../graph/visible-text.ts'
import type { FontWeight } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { isolated } from '../typeface/writing-direction.ts'

export const ellipsis = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Text for one line, without line breaks, control characters, and lone surrogates. Its writing direction can't leak
 * out.
 */
export function singleLine(text: string): string {
  return isolated(
    visibleText(text.toWellFormed())
      .replaceAll(/\p{Bidi_Control}/gu, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
      .trim(),
  )
}

/** Never cuts within a grapheme. */
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

/** Cuts a long name in the middle, because its beginning and its end both identify it. */
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

/** The share of the width for the end of a cut name. Similar names differ at their ends. */
const shareOfEnd = 0.45

/**
 * Fits words, or parts joined by ` · ` or commas, into one line. A part that doesn't fit is dropped as a whole if
 * enough remains. A long name after words is cut in the middle: `in shop-prod-o…-cluster`.
 */
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
  // The cut is already between two words.
  if (/^[ ,]/u.test(rest)) return fitted
  const word = kept.lastIndexOf(' ')
  if (word > kept.length / 2) return `${kept.slice(0, word)} ${ellipsis}`
  if (word < 0 || rest.includes(' ')) return fitted
  const name = text.lastIndexOf(' ') + 1
  const words = `${singleLine(text.slice(0, name))} `
  return `${words}${fitMiddle(text.slice(name), sizePx, weight, widthPx - measure(words, sizePx, weight), measure)}`
}

/**
 * Fits a name into one line, otherwise two, broken between two names, after a separator, or before a capital letter if
 * possible. The second line is cut in the middle if necessary.
 */
export function fitName(
  text: string,
  sizePx: number,
  weight: FontWeight,
  widthPx: number,
  measure: Measure,
): readonly string[] {
  const line = singleLine(text)
  if (measure(line, sizePx, weight) <= widthPx) return [line]
  const two = line.split(/(?<=,) /u)
  if (two.length === 2 && two.every((each) => measure(each.trimEnd(), sizePx, weight) <= widthPx))
    return two.map((each) => each.trimEnd())
  let kept = ''
  let width = 0
  let breakAt = 0
  for (const { segment } of graphemes.segment(line)) {
    if (/\p{Ll}$/u.test(kept) && /^\p{Lu}/u.test(segment)) breakAt = kept.length
    width += measure(segment, sizePx, weight)
    if (width > widthPx) break
    kept += segment
    if (/[-_./: ]/u.test(segment)) breakAt = kept.length
  }
  const isWhole = measure(line.slice(breakAt), sizePx, weight) <= widthPx
  // A first line of only a few characters would waste the second one, unless that has all the rest, such as an ID.
  const end = breakAt > kept.length / 3 || (breakAt > 0 && isWhole) ? breakAt : kept.length
  const second = fitMiddle(line.slice(end), sizePx, weight, widthPx, measure)
  return [isolated(line.slice(0, end).trimEnd()), second].filter((part) => part !== '')
}

/** Breaks lines between `parts`, which are joined by `separator`. A part that is wider than the line is shortened. */
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
