/** Shows characters that change the writing direction, so that a name can't look like another one. */

/**
 * Right-to-left marks, and embeddings, overrides, and isolates with their ends. Source: Unicode Standard Annex 9,
 * tables 1 and 2.
 */
const directionChanging = /[\u061C\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Replaces each with text such as `[U+202E]`. For people only; data for programs keeps the characters. */
export function visibleText(text: string): string {
  return text.replaceAll(
    directionChanging,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
