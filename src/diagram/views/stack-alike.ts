/** Aggregation that a person would choose: alike resources, by the stem of their names, become one counted stack. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { DiagramNode } from '../diagram.ts'
import { compareText, displayName } from './graph-index.ts'
import { resourceNode, stackNode } from './resource-node.ts'

/**
 * `resources` are of one type and presence, and sorted. Up to `limit` are drawn one by one; above that, those whose names differ only in
 * their numbers or endings become stacks; and where even the stacks are more than `limit`, the smallest ones become one.
 */
export function stackAlike(holder: string, resources: readonly Resource[], limit: number): readonly DiagramNode[] {
  if (resources.length <= limit) return resources.map((resource) => resourceNode(resource))
  const [sample, ...further] = resources
  // Of what was not read only an identifier is known, whose stem says nothing.
  if (sample !== undefined && sample.presence !== 'read') return [stackNode(holder, '', [sample, ...further])]
  const byNumber = stacksBy(resources, numberStem)
  const stacks = byNumber.length <= limit || limit < 3 ? byNumber : stacksBy(resources, firstWord)
  if (stacks.length <= limit) return stacks.map((stack) => nodeOf(holder, stack))

  const bySize = stacks.toSorted(
    (left, right) => right.resources.length - left.resources.length || compareText(left.stem, right.stem),
  )
  const kept = new Set(limit < 3 ? [] : bySize.slice(0, limit - 1))
  const [first, ...others] = stacks.filter((stack) => !kept.has(stack)).flatMap(({ resources }) => resources)
  const ordered = stacks.filter((stack) => kept.has(stack)).map((stack) => nodeOf(holder, stack))
  return first === undefined ? ordered : [...ordered, stackNode(holder, '', [first, ...others], ordered.length > 0)]
}

type Stack = { readonly stem: string; readonly resources: readonly Resource[] }

function stacksBy(resources: readonly Resource[], stemOf: (name: string) => string): readonly Stack[] {
  const groups = Map.groupBy(resources, (resource) => stemOf(displayName(resource)))
  return [...groups]
    .map(([stem, resources]) => ({ stem, resources }))
    .sort((left, right) => compareText(left.stem, right.stem))
}

function nodeOf(holder: string, { stem, resources }: Stack): DiagramNode {
  const [first, ...others] = resources
  if (first === undefined) throw new Error('A stack holds at least one resource')
  return others.length === 0 ? resourceNode(first) : stackNode(holder, stem, [first, ...others])
}

/** Numbers and generated ids at the end of a name, which `web-01` and `web-02` differ in. */
const ending = /[-_. ]?(?:\d+[a-z]?|[0-9a-f]{8,})$/u

export function numberStem(name: string): string {
  let stem = name
  for (let round = 0; round < 4; round++) {
    const shorter = stem.replace(ending, '')
    if (shorter === stem || shorter === '') break
    stem = shorter
  }
  return stem
}

export function firstWord(name: string): string {
  return /^[^-_./ ]+/u.exec(name)?.[0] ?? name
}
