/** Names a group of resources by words that its members' names share and that other names don't have. */
import { displayName } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'

/** Not account IDs, generated IDs, and single letters. */
const telling = /^(?=.*\p{L})(?!.*\d{4})(?:.{3,}|.*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}].*)$/u

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '-')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The number of names with each word. */
export function wordCounts(resources: readonly Resource[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const resource of resources) {
    for (const word of new Set(wordsOf(displayName(resource)))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/**
 * `''`: no word is in at least half of the names, and in at least two, except words of their types, such as `function`.
 * `everywhere`: the counts of all names.
 */
export function sharedName(members: readonly Resource[], everywhere: ReadonlyMap<string, number>): string {
  const counts = wordCounts(members)
  const ofTypes = new Set([...new Set(members.map(({ type }) => type))].flatMap(wordsOfType))
  const weightOf = ([word, count]: readonly [string, number]): number =>
    (count * count) / (everywhere.get(word) ?? count)
  const candidates = [...counts].filter(
    ([word, count]) => count >= 2 && count * 2 >= members.length && telling.test(word) && !ofTypes.has(word),
  )
  // Of equally good words, the first in the order of the names.
  const [best] = candidates.toSorted((left, right) => weightOf(right) - weightOf(left))
  return best === undefined ? '' : extended(best[0], members)
}

function wordsOfType(type: string): readonly string[] {
  return (resourceType(type)?.names ?? []).flatMap(wordsOf)
}

/** `''` in place of a name that several groups would have, or that is `taken`, in lower case. */
export function distinctNames(
  groups: readonly (readonly Resource[])[],
  everywhere: ReadonlyMap<string, number>,
  taken: ReadonlySet<string>,
): readonly string[] {
  const names = groups.map((members) => sharedName(members, everywhere))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return names.map((name) => (counts.get(name) === 1 && !taken.has(name) ? name : ''))
}

/** With the words beside it, as long as all names with the word have them too. */
function extended(word: string, members: readonly Resource[]): string {
  const names = members.map((member) => wordsOf(displayName(member))).filter((words) => words.includes(word))
  const beside = (offset: number): string => {
    const found = new Set(names.map((words) => words[words.indexOf(word) + offset] ?? ''))
    const [only = ''] = found
    return found.size === 1 && telling.test(only) ? only : ''
  }
  return [beside(-1), word, beside(1)].filter((part) => part !== '').join('-')
}
