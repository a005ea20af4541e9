/** Splits texts by the font that has their characters, in visual order. */
import type { PlacedText } from '../diagram.ts'
import { familiesFor, pieceFor, type Piece } from './foreign-fonts.ts'
import { hasGlyph } from './inter.ts'
import { inVisualOrder, leftToRightMark } from './writing-direction.ts'

/** `piece`: `null` for Inter. */
export type TextRun = { readonly text: string; readonly piece: Piece | null }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lacking = '□'

/** `null` if Inter has all characters, as in most texts. A grapheme that no font has becomes a box. */
export async function textRuns({
  text,
  weight,
}: Pick<PlacedText, 'text' | 'weight'>): Promise<readonly TextRun[] | null> {
  if (isInter(text)) return null
  const families = familiesFor(text)
  const runs: TextRun[] = []
  // Fonts have composed Hangul syllables and unified Han characters, but not the equivalent parts and duplicates.
  for (const stretch of inVisualOrder(text.normalize('NFC').replaceAll(leftToRightMark, ''))) {
    const stretchRuns: TextRun[] = []
    for (const { segment } of graphemes.segment(stretch.text)) {
      const run = await runOf(segment)
      const before = stretchRuns.at(-1)
      if (before?.piece === run.piece) stretchRuns[stretchRuns.length - 1] = { ...run, text: before.text + run.text }
      else stretchRuns.push(run)
    }
    runs.push(...(stretch.isRightToLeft ? stretchRuns.toReversed() : stretchRuns))
  }
  return runs.filter((run) => run.text !== '')

  async function runOf(segment: string): Promise<TextRun> {
    if (isInter(segment)) return { text: segment, piece: null }
    const whole = await pieceFor(segment, families, weight)
    if (whole !== null) return { text: segment, piece: whole }
    // Variation selectors and joiners, for which few fonts have a glyph.
    const visible = segment.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    if (isInter(visible)) return { text: visible, piece: null }
    const piece = await pieceFor(visible, families, weight)
    return piece === null ? { text: lacking, piece } : { text: visible, piece }
  }
}

/** Whether a glyph is above, below, or within another one, which not every program that writes text supports. */
export function hasPlacedMarks(runs: readonly TextRun[]): boolean {
  return runs.some(
    ({ text, piece }) =>
      piece?.font
        .layout(text)
        .positions.some(({ xAdvance, xOffset, yOffset }) => xAdvance === 0 || xOffset !== 0 || yOffset !== 0) === true,
  )
}

function isInter(text: string): boolean {
  return Array.from(text).every((character) => hasGlyph(character))
}
