/** Finds the common parts of names: `shop-prod-*-worker`. */

/**
 * `*` replaces the parts that differ. `null` if only one word or nothing is common. If all names are equal, returns the
 * name.
 */
export function commonName(names: readonly string[]): string | null {
  const [first, ...others] = [...new Set(names)]
  if (first === undefined) return null
  if (others.length === 0) return first
  const parts = [first, ...others].map(partsOf)
  const [shortest = []] = parts.toSorted((left, right) => left.length - right.length)
  const sameAt = (position: (length: number) => number): boolean =>
    parts.every((each) => each[position(each.length)] === shortest[position(shortest.length)])
  let before = 0
  while (before < shortest.length && sameAt(() => before)) before++
  let after = 0
  while (after < shortest.length - before && sameAt((length) => length - 1 - after)) after++
  const prefix = shortest.slice(0, before).join('')
  const suffix = after === 0 ? '' : shortest.slice(-after).join('')
  const isNumbered = parts.every((each) => onlyNumbers(each.slice(before, each.length - after)))
  const words = [...prefix.matchAll(word), ...suffix.matchAll(word)].length
  // A first word alone isn't a name, unless only numbers follow it.
  return words >= 2 || (words === 1 && isNumbered) ? `${prefix}*${suffix}` : null
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
