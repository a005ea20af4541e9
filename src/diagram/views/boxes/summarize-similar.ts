/** Summarizes similar resources in counted boxes, by what their names or tags have in common. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { compareText, naturalSortKey, displayName } from '../../../graph/graph-index.ts'
import { resourceNode, shownName, stackNode, type StackName } from './resource-node.ts'
import { tagValue } from './tag-value.ts'

export type Stacking = {
  /** Alike resources that are drawn one by one. */
  readonly limit: number
  /** Where names do not tell them apart, in ranges by name: `web-001 … web-050`. */
  readonly inRanges: boolean
  /** The tag whose values make the stacks; `null`: what suits. */
  readonly groupBy: string | null
  /** What is told apart by this is never stacked together; `''` for most. */
  readonly apart: (resource: Resource) => string
}

export function stackingUpTo(limit: number): Stacking {
  return { limit, inRanges: false, groupBy: null, apart: () => '' }
}

/**
 * `resources` are of one type and presence, and sorted. Up to the limit are drawn one by one; above that, those whose names
 * differ only in their numbers or endings become stacks. Where even the stacks are more than the limit, the largest stay, and the others
 * are counted beside them; many more are stacked by a tag that tells what they are part of.
 */
export function summarizeSimilar(
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
): readonly DiagramNode[] {
  const { limit, inRanges, groupBy } = stacking
  if (resources.length <= limit) return resources.map((resource) => resourceNode(resource))
  const [sample, ...further] = resources
  // Of what was not read only an identifier is known, whose stem says nothing.
  if (sample !== undefined && sample.presence !== 'read' && !inRanges)
    return [stackNode(holder, '', [sample, ...further], { by: 'type' })]
  const stacks = chosenStacks(resources, limit, groupBy)
  if (inRanges && stacks.length < 2) return rangesOf(holder, resources, limit)
  if (stacks.length <= limit) return stacks.map((stack) => nodeOf(holder, stack))

  const bySize = stacks.toSorted(
    (left, right) => right.resources.length - left.resources.length || compareText(left.stem, right.stem),
  )
  const kept = new Set(limit < 3 ? [] : bySize.slice(0, limit - 1))
  const [first, ...others] = stacks.filter((stack) => !kept.has(stack)).flatMap(({ resources }) => resources)
  const ordered = stacks.filter((stack) => kept.has(stack)).map((stack) => nodeOf(holder, stack))
  return first === undefined ? ordered : [...ordered, restOf(holder, [first, ...others], ordered.length > 0)]
}

type Stack = { readonly stem: string; readonly called: StackName; readonly resources: readonly Resource[] }

function restOf(holder: string, resources: readonly [Resource, ...Resource[]], isBesideOthers: boolean): DiagramNode {
  const [only, ...others] = resources
  return others.length === 0
    ? resourceNode(only)
    : stackNode(holder, '', resources, { by: isBesideOthers ? 'rest' : 'names' })
}

/** Tags that tell what a resource is part of, most telling first. */
const partTags: readonly string[] = [
  'aws:cloudformation:stack-name',
  'application',
  'Application',
  'app',
  'service',
  'Service',
  'project',
  'Project',
  'team',
  'Team',
]

/** The tag that sorts resources best into the parts of a whole; `null` when none does. */
export function partTag(resources: readonly Resource[]): string | null {
  const sorts = (tag: string): boolean => {
    const values = resources.flatMap(({ tags }) => (Object.hasOwn(tags, tag) ? [tags[tag]] : []))
    // One that one in five lacks does not sort them, nor one that is the same on all.
    return values.length * 5 >= resources.length * 4 && values.some((value) => value !== values[0])
  }
  return partTags.find((tag) => sorts(tag)) ?? null
}

function chosenStacks(resources: readonly Resource[], limit: number, groupBy: string | null): readonly Stack[] {
  if (groupBy !== null) {
    return stacksBy(
      resources,
      (resource) => tagValue(resource, groupBy),
      (name) => ({ by: 'name', name }),
    )
  }
  const byNumber = stacksBy(
    resources,
    (resource) => numberStem(displayName(resource)),
    () => ({ by: 'names' }),
  )
  // A few more than there is room for are counted beside the others: one more folds two, not all.
  if (byNumber.length <= limit || limit < 3 || byNumber.length <= 2 * limit) return byNumber
  const tag = partTag(resources)
  const byTag =
    tag === null
      ? []
      : stacksBy(
          resources,
          (resource) => resource.tags[tag] ?? '',
          (name) => (name === '' ? { by: 'rest' } : { by: 'part', name }),
        )
  return byTag.length > 0 && byTag.length <= limit ? byTag : byNumber
}

function stacksBy(
  resources: readonly Resource[],
  stemOf: (resource: Resource) => string,
  nameFor: (stem: string) => StackName,
): readonly Stack[] {
  const groups = Map.groupBy(resources, stemOf)
  return [...groups]
    .map(([stem, resources]) => ({ stem, called: nameFor(stem), resources }))
    .sort((left, right) => compareText(left.stem, right.stem))
}

function nodeOf(holder: string, { stem, called, resources }: Stack): DiagramNode {
  const [first, ...others] = resources
  if (first === undefined) throw new Error('A stack holds at least one resource')
  return others.length === 0 ? resourceNode(first) : stackNode(holder, stem, [first, ...others], called)
}

/** As many in each as a page of its own shows one by one, or more where there are too many. */
const usualRange = 100

function rangesOf(holder: string, resources: readonly Resource[], limit: number): readonly DiagramNode[] {
  const sorted = inNaturalOrder(resources)
  const size = Math.max(usualRange, Math.ceil(sorted.length / limit))
  return ranged(sorted, size).map((range) => nodeOf(holder, range))
}

/** By name, `web-9` before `web-10`. */
export function inNaturalOrder(resources: readonly Resource[]): readonly Resource[] {
  return resources
    .map((resource) => ({ resource, name: naturalSortKey(resource) }))
    .sort((left, right) => compareText(left.name, right.name) || compareText(left.resource.id, right.resource.id))
    .map(({ resource }) => resource)
}

/** `resources` are sorted by name. */
export function ranged(resources: readonly Resource[], size: number): readonly Stack[] {
  const ranges: Stack[] = []
  for (let start = 0; start < resources.length; start += size) {
    const range = resources.slice(start, start + size)
    const [first, last] = [range[0], range.at(-1)]
    if (first === undefined || last === undefined) continue
    const names = `${shownName(first)} … ${shownName(last)}`
    // Names may be the same all through.
    const isTold = ranges.every(({ stem }) => stem !== names)
    const name = isTold ? names : `${first.id} … ${last.id}`
    ranges.push({ stem: name, called: { by: 'name', name }, resources: range })
  }
  return ranges
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
