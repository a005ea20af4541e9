/**
 * Makes characters that change the writing direction visible, so that no name can imitate another one. Responses are marked when
 * they arrive, and requests are unmarked before they are sent.
 */

/** Right-to-left marks, embeddings, overrides, and isolates with their terminators. Source: Unicode Standard Annex 9, tables 1 and 2. */
const directionChanging = /[\u061C\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Replaces the character with, for example, `[U+202E]`. Safe for JSON text, where these characters occur only in strings and keys. */
export function visibleText(text: string): string {
  return text.replaceAll(
    directionChanging,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}

/** Restores the marked characters in an encoded path and query, because they are part of the resource's ID. */
export function withHiddenText(path: string): string {
  return path.replaceAll(/%5BU%2B(061C|200F|202[A-E]|206[6-9])%5D/giu, (_, code: string) =>
    encodeURIComponent(String.fromCharCode(Number.parseInt(code, 16))),
  )
}

/** Restores the marked characters in a text of a request body. */
export function hiddenText(text: string): string {
  return text.replaceAll(/\[U\+(061C|200F|202[A-E]|206[6-9])\]/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
