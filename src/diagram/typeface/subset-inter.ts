/** Makes a subset of Inter with only the glyphs of one diagram. */
import type { FontWeight } from '../diagram.ts'
import { fontFile } from './inter.ts'

/** Included in every diagram, so that most diagrams share the same subset, and a new name doesn't change it. */
export const usualCharacters = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}·…×–—→□`

/**
 * The path of the subset with the usual characters, made by `npm run generate`. Making it at runtime takes 0.5 s per
 * process.
 */
export function usualFontUrl(weight: FontWeight): URL {
  return new URL(`usual-characters-${weight}.woff2`, import.meta.url)
}

/** A WOFF2 file, the same on every machine. */
export async function subsetInter(weight: FontWeight, characters: string): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(fontFile(weight), sorted(characters), { targetFormat: 'woff2' })
}

/** Each character once, sorted, so that the same set of characters gives the same string. */
export function sorted(characters: string): string {
  return [...new Set(characters)].sort().join('')
}
