/** Text in Mermaid: everything but letters, digits and harmless signs as entity codes, so that no name can be read as syntax or markup. */
import { singleLine } from '../layout/fit-text.ts'

/** A label in quotes, shortened to what people read in a box. */
export function quoted(text: string, maxCharacters = 80): string {
  const characters = Array.from(singleLine(text))
  const shown = characters.length > maxCharacters ? [...characters.slice(0, maxCharacters - 1), '…'] : characters
  const escaped = shown.map((character) =>
    /[\p{L}\p{M}\p{N} .,:·×…/_-]/u.test(character) ? character : `#${character.codePointAt(0) ?? 0xff_fd};`,
  )
  // A label that begins like a Markdown list is refused by Mermaid.
  const label = escaped
    .join('')
    .replace(/^(\d*)\. /u, '$1#46; ')
    .replace(/^- /u, '#45; ')
  return `"${label || ' '}"`
}

/** Accessible titles take no entities: what could end one is left out. */
export function accessible(text: string): string {
  return singleLine(text).replaceAll(/[^\p{L}\p{M}\p{N} .,·_-]/gu, ' ')
}
