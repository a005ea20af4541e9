/** What names have in common if they differ in one part only: `tenant-*` of `tenant-acme` and `tenant-blue-sky`. */
import { compareText } from '../../../graph/graph-index.ts'
import { withoutEnvironment } from './environment-words.ts'

/** Between words: after a separator, before one, and where lower case turns into upper case. */
const border = /(?<=[-_./: ])(?=.)|(?<=.)(?=[-_./: ])|(?<=[\p{Ll}\d])(?=\p{Lu})/gu
/** Names with more words have several parts that differ. */
const mostWords = 16
/** Less says nothing. */
const fewestLetters = 3

/**
 * Each name is in one set at most, in that of the pattern that most names have, then of the longest one. Sets with less than
 * `least` names are left out.
 */
export function namesByPattern<Named extends { readonly name: string }>(
  all: readonly Named[],
  least: number,
): ReadonlyMap<string, readonly Named[]> {
  const byPattern = new Map<string, Named[]>()
  for (const each of all) {
    for (const pattern of patternsOf(each.name)) {
      const known = byPattern.get(pattern)
      if (known === undefined) byPattern.set(pattern, [each])
      else known.push(each)
    }
  }
  const inOrder = [...byPattern]
    .filter(([, { length }]) => length >= least)
    .sort(
      (left, right) =>
        right[1].length - left[1].length || right[0].length - left[0].length || compareText(left[0], right[0]),
    )
  const taken = new Set<Named>()
  const found = new Map<string, readonly Named[]>()
  for (const [pattern, named] of inOrder) {
    const free = named.filter((each) => !taken.has(each))
    if (free.length < least) continue
    found.set(pattern, free)
    for (const each of free) taken.add(each)
  }
  return found
}

/** With `*` in place of one or more words. */
function patternsOf(name: string): ReadonlySet<string> {
  const borders = [0, ...[...name.matchAll(border)].map(({ index }) => index), name.length]
  if (borders.length > mostWords) return new Set()
  return new Set(
    borders.flatMap((start, position) =>
      borders
        .slice(position + 1)
        .map((end) => ({ before: name.slice(0, start), after: name.slice(end) }))
        .filter(({ before, after }) => lettersIn(`${before} ${after}`) >= fewestLetters)
        .map(({ before, after }) => `${before}*${after}`),
    ),
  )
}

/** Without those of environments. */
function lettersIn(text: string): number {
  return withoutEnvironment(text).replaceAll(/[^\p{L}\d]/gu, '').length
}
