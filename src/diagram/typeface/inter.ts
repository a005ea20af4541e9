/**
 * Inter, the typeface of all diagrams. It is measured and embedded from the same files, so that text is as wide as in
 * the layout.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import type { FontWeight } from '../diagram.ts'
import { readFontMetrics } from './font-metrics.ts'

export type Measure = (text: string, sizePx: number, weight: FontWeight) => number

export const fontFamily = 'Surveyor Inter'

const fileNames: Readonly<Record<FontWeight, string>> = {
  400: '400Regular/Inter_400Regular.ttf',
  600: '600SemiBold/Inter_600SemiBold.ttf',
}

/**
 * The width of a character that is taken from another font. Emoji are the widest, about 1.25 em in common fonts. Chinese,
 * Japanese, and Korean characters are 1 em wide in all of them, Hebrew letters at most 0.8 em. Combining characters are
 * narrower.
 */
function foreignAdvanceEm(character: string): number {
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return 0
  if (/\p{sc=Hebrew}/u.test(character)) return 0.8
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(character) ? 1 : 1.3
}

const files = new Map<FontWeight, Uint8Array>()
const advances = new Map<FontWeight, (codePoint: number) => number | null>()

/** The path of the TrueType file. */
export function fontPath(weight: FontWeight): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${fileNames[weight]}`))
}

export function fontFile(weight: FontWeight): Uint8Array {
  const known = files.get(weight)
  if (known !== undefined) return known
  const file = readFileSync(fontPath(weight))
  files.set(weight, file)
  return file
}

const opened = new Map<FontWeight, Font>()

/** The font with its glyphs. It stays open, because opening takes longer than drawing a page with it. */
export async function openInter(weight: FontWeight): Promise<Font> {
  const known = opened.get(weight)
  if (known !== undefined) return known
  const { create } = await import('fontkit')
  const font = create(fontFile(weight))
  opened.set(weight, font)
  return font
}

/** An upper bound: without kerning, which only makes pairs of letters narrower in Inter. */
export const measureInter: Measure = (text, sizePx, weight) => {
  const advanceEm = advancesOf(weight)
  let width = 0
  for (const character of text) width += advanceEm(character.codePointAt(0) ?? 0) ?? foreignAdvanceEm(character)
  return width * sizePx
}

export function hasGlyph(character: string): boolean {
  return advancesOf(400)(character.codePointAt(0) ?? 0) !== null
}

function advancesOf(weight: FontWeight): (codePoint: number) => number | null {
  const known = advances.get(weight)
  if (known !== undefined) return known
  const metrics = readFontMetrics(fontFile(weight))
  const remembered = new Map<number, number | null>()
  const advanceEm = (codePoint: number): number | null => {
    const seen = remembered.get(codePoint)
    if (seen !== undefined) return seen
    const advance = metrics.advanceEm(codePoint)
    remembered.set(codePoint, advance)
    return advance
  }
  advances.set(weight, advanceEm)
  return advanceEm
}
