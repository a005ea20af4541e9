/** Style rules with an embedded font that has the glyphs of a diagram, so that it looks the same everywhere. */
import { readFile } from 'node:fs/promises'
import type { FontWeight, PlacedText } from '../diagram.ts'
import { fontFamily } from './inter.ts'
import { sorted, subsetInter, usualCharacters, usualFontUrl } from './subset-inter.ts'

/** `extra` is written in the regular weight. */
export async function embeddedFonts(texts: readonly PlacedText[], extra: string): Promise<string> {
  const weights: readonly FontWeight[] = [400, 600]
  const rules = await Promise.all(
    weights.map((weight) => {
      const written = texts.filter((text) => text.weight === weight).map(({ text }) => text)
      return fontFace(weight, weight === 400 ? [...written, extra] : written)
    }),
  )
  return rules.join('')
}

const usual = sorted(usualCharacters)
const mostKept = 16
const kept = new Map<string, Promise<string>>()

function fontFace(weight: FontWeight, texts: readonly string[]): Promise<string> {
  const characters = sorted(`${usualCharacters}${texts.join('')}`)
  const key = `${weight} ${characters}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = styleRule(weight, characters)
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}

async function styleRule(weight: FontWeight, characters: string): Promise<string> {
  const font = characters === usual ? await readFile(usualFontUrl(weight)) : await subsetInter(weight, characters)
  const data = Buffer.from(font).toString('base64')
  return `@font-face{font-family:'${fontFamily}';font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`
}
