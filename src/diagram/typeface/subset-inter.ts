/** Inter with only the glyphs of one diagram. */
import type { FontWeight } from '../diagram.ts'
import { fontFile } from './inter.ts'

/** In every picture, so that the font is the same in most of them: it is made once, and a new name changes nothing in it. */
export const usualCharacters = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}·…×–—→□`

/** The path of the font of the usual characters, which `npm run generate` makes: doing it anew costs each process half a second. */
export function usualFontUrl(weight: FontWeight): URL {
  return new URL(`usual-characters-${weight}.woff2`, import.meta.url)
}

/** A WOFF2 file, the same on every machine. */
export async function subsetInter(weight: FontWeight, characters: string): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(fontFile(weight), sorted(characters), { targetFormat: 'woff2' })
}

/** Each character once: what makes the same font is the same text. */
export function sorted(characters: string): string {
  return [...new Set(characters)].sort().join('')
}
