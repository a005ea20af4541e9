/** The glyphs that a picture needs, as style rules with the font inside, so that it looks the same wherever it is opened. */
import subsetFont from 'subset-font'
import type { FontWeight, PlacedText } from '../diagram.ts'
import { fontFamily, fontFile } from './inter.ts'

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

async function fontFace(weight: FontWeight, texts: readonly string[]): Promise<string> {
  const characters = [...new Set(texts.join(''))].sort().join('')
  if (characters === '') return ''
  const font = await subsetFont(fontFile(weight), characters, { targetFormat: 'woff2' })
  const data = Buffer.from(font).toString('base64')
  return `@font-face{font-family:'${fontFamily}';font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`
}
