/** Finds boxes by their text, type, and resource IDs. */
import type { PlacedBox, PlacedRoute } from './placed-diagram.ts'

/** Matches every word, ignoring case. `null` without a search text. */
export function matchingBoxes(boxes: readonly PlacedBox[], text: string): ReadonlySet<string> | null {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return null
  return new Set(boxes.filter((box) => matches(box, words)).map(({ element }) => element.id))
}

/** Arrows between matches, and those of the selected box. The others would stand out more than dimmed boxes. */
export function arrowsOfMatches(
  routes: readonly PlacedRoute[],
  found: ReadonlySet<string>,
  selected: string | null,
): ReadonlySet<string> {
  return new Set(
    routes.flatMap(({ edge: { id, source, target } }) =>
      (found.has(source) && found.has(target)) || source === selected || target === selected ? [id] : [],
    ),
  )
}

function matches({ element }: PlacedBox, words: readonly string[]): boolean {
  const { label, detail, description, type, members } = element
  const searched = [label, detail, description, type ?? '', ...members.map(({ id }) => id)].join('\n').toLowerCase()
  return words.every((word) => searched.includes(word))
}
