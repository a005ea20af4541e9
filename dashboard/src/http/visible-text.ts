/**
 * Shows characters that change the direction of writing, so that no name on a page reads as another one: all that the service says
 * is marked where it comes in, and what is asked of it where it goes out.
 */

/** Embeddings, overrides and isolates with their ends. Source: Unicode Standard Annex 9, table 1. */
const directionChanging = /[\u202A-\u202E\u2066-\u2069]/gu

/** E.g. `[U+202E]` in place of the character. Also for JSON as text, where these characters stand in strings and keys alone. */
export function visibleText(text: string): string {
  return text.replaceAll(directionChanging, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`)
}

/** An encoded path and query with the characters that marks stand for: the service knows a resource by those. */
export function withHiddenText(path: string): string {
  return path.replaceAll(/%5BU%2B(202[A-E]|206[6-9])%5D/giu, (_, code: string) =>
    encodeURIComponent(String.fromCharCode(Number.parseInt(code, 16))),
  )
}
