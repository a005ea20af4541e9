/** Escapes text for XML 1.0. Names from an AWS account are always plain text. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text content. Line breaks stay; characters that XML forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
}

export type Attributes = Readonly<Record<string, string | number | null>>

/** An element. Attributes that are `null` are left out. `content` is markup. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== null)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? decimal(value) : escapeAttribute(value)}"`)
    .join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** Parsers turn line breaks within an attribute into spaces unless they are written as references. */
function escapeAttribute(value: string): string {
  return escapeXml(value).replaceAll(/[\t\n\r]/gu, (character) => `&#${character.charCodeAt(0)};`)
}

/** At most two decimals, the same on every machine. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100)
}
