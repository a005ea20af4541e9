/** Finds the common parts of names: `shop-prod-*-worker`. */
import { hasEnvironment, withoutEnvironment } from './environment-words.ts'

/**
 * `*` replaces the parts that differ. `null` if only one word or nothing is common. If all names are equal, returns the
 * name.
 */
export function commonName(names: readonly string[]): string | null {
  const [first, ...others] = [...new Set(names)]
  if (first === undefined) return null
  if (others.length === 0) return first
  const { prefix, suffix, own } = compared([first, ...others])
  const words = [...prefix.matchAll(word), ...suffix.matchAll(word)].length
  // A first word alone isn't a name, unless only numbers follow it.
  return words >= 2 || (words === 1 && own.every(onlyNumbers)) ? `${prefix}*${suffix}` : null
}

/**
 * What each name has beside the words that all begin with, or the whole names if these differ only in their environments.
 * `null` if the names differ only in numbers, or in nothing.
 */
export function ownNames(names: readonly string[]): readonly string[] | null {
  if (new Set(names).size < names.length) return null
  const { prefix, own } = compared(names)
  if (own.every(onlyNumbers)) return null
  if (own.every(onlyEnvironment)) return names
  const shown = names.map((name) => name.slice(prefix.length).replace(/^[^\p{L}\d]+/u, ''))
  return shown.includes('') ? names : shown
}

/** `own`: what is between the common beginning and end. */
function compared(names: readonly string[]): {
  readonly prefix: string
  readonly suffix: string
  readonly own: readonly (readonly string[])[]
} {
  const parts = names.map(partsOf)
  const [shortest = []] = parts.toSorted((left, right) => left.length - right.length)
  const sameAt = (position: (length: number) => number): boolean =>
    parts.every((each) => each[position(each.length)] === shortest[position(shortest.length)])
  let before = 0
  while (before < shortest.length && sameAt(() => before)) before++
  let after = 0
  while (after < shortest.length - before && sameAt((length) => length - 1 - after)) after++
  const prefix = shortest.slice(0, before).join('')
  const suffix = after === 0 ? '' : shortest.slice(-after).join('')
  return { prefix, suffix, own: parts.map((each) => each.slice(before, each.length - after)) }
}

const word = /\p{L}[\p{L}\d]*/gu

/** Words and generated IDs with the separators between them: `web`, `-`, `01`. */
function partsOf(name: string): readonly string[] {
  return name.match(/(?=[a-f]*\d)[\da-f]{8,}|\p{L}+|\d+|[^\p{L}\d]/gu) ?? [name]
}

/** Numbers, generated IDs, and single letters, such as those of Availability Zones. */
function onlyNumbers(parts: readonly string[]): boolean {
  const text = parts.join('')
  return /^[^\p{L}]*(?:\p{L}[^\p{L}]*)?$/u.test(text) || /^[-_.]?[\da-f]{8,}$/u.test(text)
}

function onlyEnvironment(parts: readonly string[]): boolean {
  const text = parts.join('')
  return hasEnvironment(text) && !/\p{L}/u.test(withoutEnvironment(text))
}
