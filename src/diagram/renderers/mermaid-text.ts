/**
 * Text in Mermaid: everything except letters, digits, and safe characters becomes entity codes, so that no name is
 * parsed as syntax or markup.
 */
import { singleLine } from '../layout/fit-text.ts'

/** A longer word doesn't break in a box and makes it wider. */
const longestWord = 24

/** Cuts words that wouldn't break in the middle, where names differ least. */
export function breakable(text: string): string {
  return singleLine(text).replaceAll(/[^\s-]+/gu, (word) => {
    const characters = Array.from(word)
    const half = (longestWord - 1) / 2
    if (characters.length <= longestWord) return word
    return `${characters.slice(0, Math.ceil(half)).join('')}…${characters.slice(-Math.floor(half)).join('')}`
  })
}

/** A quoted label, shortened both to a readable length and to a maximum length after escaping. */
export function quoted(text: string, maxCharacters = 80, maxLength = 400): string {
  const characters = Array.from(singleLine(text))
  let escaped = ''
  for (const [position, character] of characters.entries()) {
    const isPlain = /[\p{L}\p{M}\p{N} .,:·×…/_-]/u.test(character)
    const next = isPlain ? character : `#${character.codePointAt(0) ?? 0xff_fd};`
    const isCut = position >= maxCharacters - 1 && position < characters.length - 1
    if (isCut || escaped.length + next.length > maxLength) {
      escaped += '…'
      break
    }
    escaped += next
  }
  // Mermaid rejects labels that start like a Markdown list.
  const label = escaped.replace(/^(\d*)\. /u, '$1#46; ').replace(/^- /u, '#45; ')
  return `"${label || ' '}"`
}

/** Accessible titles don't support entities, so characters that could end a title are removed. Never empty. */
export function accessible(text: string): string {
  const words = singleLine(text).replaceAll(/[^\p{L}\p{M}\p{N}.,·_-]+/gu, ' ')
  return words.slice(0, 200).toWellFormed().trim() || 'Diagram'
}
