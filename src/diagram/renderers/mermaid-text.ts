/** Text in Mermaid: everything but letters, digits and harmless signs as entity codes, so that no name can be read as syntax or markup. */
import { singleLine } from '../layout/fit-text.ts'

/** A word of more characters does not break in a box, and widens it. */
const longestWord = 24

/** Words that would not break are cut in the middle, where names differ least. */
export function breakable(text: string): string {
  return singleLine(text).replaceAll(/[^\s-]+/gu, (word) => {
    const characters = Array.from(word)
    const half = (longestWord - 1) / 2
    if (characters.length <= longestWord) return word
    return `${characters.slice(0, Math.ceil(half)).join('')}…${characters.slice(-Math.floor(half)).join('')}`
  })
}

/** A label in quotes, shortened to what people read in a box, and to what it takes when it is escaped. */
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
  // A label that begins like a Markdown list is refused by Mermaid.
  const label = escaped.replace(/^(\d*)\. /u, '$1#46; ').replace(/^- /u, '#45; ')
  return `"${label || ' '}"`
}

/** Accessible titles take no entities: what could end one is left out. Never empty. */
export function accessible(text: string): string {
  const words = singleLine(text).replaceAll(/[^\p{L}\p{M}\p{N}.,·_-]+/gu, ' ')
  return words.slice(0, 200).toWellFormed().trim() || 'Diagram'
}
