/** Shows characters that change the direction of writing, so that no name reads as another one. */

/** Right-to-left marks, embeddings, overrides and isolates with their ends. Source: Unicode Standard Annex 9, tables 1 and 2. */
const directionChanging = /[\u061C\u200F\u202A-\u202E\u2066-\u2069]/gu

/** E.g. `[U+202E]` in place of the character. For what people read; data that programs read keeps it. */
export function visibleText(text: string): string {
  return text.replaceAll(
    directionChanging,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
