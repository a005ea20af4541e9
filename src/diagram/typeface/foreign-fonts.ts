/**
 * Fonts for characters that Inter lacks. npm packages contain them in pieces, which are loaded when a text needs them.
 */
import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import type { FontWeight } from '../diagram.ts'

export type Piece = {
  /** Unique among the pieces of all weights. */
  readonly name: string
  /** A static TrueType file. */
  readonly file: Uint8Array
  readonly font: Font
}

type Family = 'hebrew' | 'arabic' | 'emoji' | 'sc' | 'tc' | 'jp' | 'kr'

const packages: Readonly<Record<Family, string>> = {
  hebrew: 'noto-sans-hebrew',
  arabic: 'noto-sans-arabic',
  emoji: 'noto-emoji',
  sc: 'noto-sans-sc',
  tc: 'noto-sans-tc',
  jp: 'noto-sans-jp',
  kr: 'noto-sans-kr',
}

/** The rest of the text decides in which language's style Han characters are drawn. */
export function familiesFor(text: string): readonly Family[] {
  const han: readonly Family[] = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? ['jp', 'sc', 'tc', 'kr']
    : /\p{sc=Hangul}/u.test(text)
      ? ['kr', 'jp', 'sc', 'tc']
      : ['sc', 'tc', 'jp', 'kr']
  return ['hebrew', 'arabic', 'emoji', ...han]
}

/** The piece of the first family that has all characters. `null` if none has. */
export async function pieceFor(
  characters: string,
  families: readonly Family[],
  weight: FontWeight,
): Promise<Piece | null> {
  const codePoints = Array.from(characters, (character) => character.codePointAt(0) ?? 0)
  for (const family of families) {
    const coverage = await coverageOf(family)
    const [first = [], ...others] = codePoints.map((codePoint) => coverage.get(codePoint) ?? [])
    const name = first.find((each) => others.every((names) => names.includes(each)))
    if (name === undefined) continue
    const piece = await openPiece(family, name, weight)
    // The packages list some characters that their fonts lack.
    if (codePoints.every((codePoint) => piece.font.hasGlyphForCodePoint(codePoint))) return piece
  }
  return null
}

/** Pieces by character. Some characters, such as joiners, are in several. */
type Coverage = ReadonlyMap<number, readonly string[]>

const coverages = new Map<Family, Promise<Coverage>>()

async function coverageOf(family: Family): Promise<Coverage> {
  const known = coverages.get(family) ?? readCoverage(family)
  coverages.set(family, known)
  return known
}

/** Without the pieces for Latin and other scripts that Inter covers. */
async function readCoverage(family: Family): Promise<Coverage> {
  const coverage = new Map<number, readonly string[]>()
  const text = await readFile(packageUrl(family, 'unicode.json'), 'utf8')
  for (const [key, ranges] of Object.entries(JSON.parse(text) as Readonly<Record<string, string>>)) {
    if (key !== family && !key.startsWith('[')) continue
    const name = key.replaceAll(/[[\]]/gu, '')
    for (const range of ranges.split(',')) {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-', 2)
        .map((end) => Number.parseInt(end, 16))
      for (let codePoint = first; codePoint <= last; codePoint++) {
        coverage.set(codePoint, [...(coverage.get(codePoint) ?? []), name])
      }
    }
  }
  return coverage
}

/** Each has about 70 KB. The limit is enough for a diagram with Chinese names in both weights. */
const mostKept = 256
const kept = new Map<string, Promise<Piece>>()

function openPiece(family: Family, piece: string, weight: FontWeight): Promise<Piece> {
  const name = `${packages[family]}-${piece}-${weight}`
  const opened = kept.get(name) ?? readPiece(name, family, piece, weight)
  // Deleted and added again, so that the most recently used entry is the last.
  kept.delete(name)
  kept.set(name, opened)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return opened
}

/** The packages contain variable fonts. Diagrams need a fixed weight. */
async function readPiece(name: string, family: Family, piece: string, weight: FontWeight): Promise<Piece> {
  const packed = await readFile(packageUrl(family, `files/${packages[family]}-${piece}-wght-normal.woff2`))
  const [{ default: subsetFont }, { create }] = await Promise.all([import('subset-font'), import('fontkit')])
  const file = await subsetFont(packed, undefined, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: { wght: weight },
  })
  return { name, file, font: create(file) }
}

function packageUrl(family: Family, path: string): URL {
  return new URL(import.meta.resolve(`@fontsource-variable/${packages[family]}/${path}`))
}
