/** Groups similar resources in summary boxes, by common parts of their names or by tags. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { compareText, naturalSortKey, displayName } from '../../../graph/graph-index.ts'
import { resourceNode, shownName, stackNode, type StackName } from './resource-node.ts'
import { tagValue } from './tag-value.ts'

/** The name of the box that a resource shares with others of its type and place, by the key of the resource. */
export type SharedBoxes = ReadonlyMap<string, string>

/** The first words of the names of boxes that hold resources of several names. `beside`: of several frames. `ofTypes`: of several types. */
export const sharedBox = {
  unused: 'unused',
  unconnected: 'unconnected',
  beside: 'beside',
  rest: 'rest',
  entered: 'entered',
  public: 'public',
  ofTypes: 'types',
} as const

/** What leads to a resource: nothing known, requests or events, or requests from the internet. */
export type Entry = '' | typeof sharedBox.entered | typeof sharedBox.public

export type Stacking = {
  /** Up to this number, similar resources have their own boxes. */
  readonly limit: number
  /** If names don't distinguish them, in ranges by name: `web-001 … web-050`. */
  readonly inRanges: boolean
  /** The tag by whose values resources are grouped. `null`: chosen automatically. */
  readonly groupBy: string | null
  /** Resources for which this differs are never in the same summary box. `''` for most. */
  readonly apart: (resource: Resource) => string
  /** Such resources of a type share one box, whatever the limit. */
  readonly unused: (resource: Resource) => boolean
  /** Resources of a type for which this differs don't share a box. */
  readonly entryOf: (resource: Resource) => Entry
  /** Resources whose names differ only in numbers share a box, whatever the limit. */
  readonly replicasTogether: boolean
  /** These resources share boxes, whatever the limit. */
  readonly shared: SharedBoxes
}

export function stackingUpTo(limit: number): Stacking {
  return {
    limit,
    inRanges: false,
    groupBy: null,
    apart: () => '',
    unused: () => false,
    entryOf: () => '',
    replicasTogether: false,
    shared: new Map(),
  }
}

/**
 * `resources` have the same type and presence, and are sorted. Up to the limit, each has a box. Above it, those whose
 * names differ only in numbers or endings share summary boxes. If even these are too many, the largest stay, and the
 * others are counted. If there are many more, they are grouped by a tag for what they are part of.
 */
export function summarizeSimilar(
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
): readonly DiagramNode[] {
  const { limit, inRanges, groupBy, replicasTogether } = stacking
  const [sample, ...further] = resources
  if (resources.length <= limit && !(replicasTogether && sample?.presence === 'read'))
    return resources.map((resource) => resourceNode(resource))
  // Resources that weren't read have only an identifier, whose stem means nothing.
  if (sample !== undefined && sample.presence !== 'read' && !inRanges)
    return [stackNode(holder, '', [sample, ...further], { by: 'type' })]
  if (resources.length <= limit) return replicaNodes(holder, resources)
  const stacks = chosenStacks(resources, limit, groupBy)
  if (inRanges && stacks.length < 2) return rangesOf(holder, resources, limit)
  if (stacks.length <= limit) return stacks.map((stack) => nodeOf(holder, stack))

  const bySize = stacks.toSorted(
    (left, right) => right.resources.length - left.resources.length || compareText(left.stem, right.stem),
  )
  const kept = new Set(limit < 3 ? [] : bySize.slice(0, limit - 1))
  const [first, ...others] = stacks.filter((stack) => !kept.has(stack)).flatMap(({ resources }) => resources)
  const ordered = stacks.filter((stack) => kept.has(stack)).map((stack) => nodeOf(holder, stack))
  if (first === undefined) return ordered
  return [...ordered, stackNode(holder, '', [first, ...others], { by: ordered.length > 0 ? 'rest' : 'names' })]
}

/** Fewer replicas have a box each. */
export const leastReplicas = 3

function replicaNodes(holder: string, resources: readonly Resource[]): readonly DiagramNode[] {
  const stems = Map.groupBy(resources, (resource) => numberStem(displayName(resource)))
  const isReplica = (resource: Resource): boolean =>
    (stems.get(numberStem(displayName(resource)))?.length ?? 0) >= leastReplicas
  return resources.flatMap((resource): readonly DiagramNode[] => {
    if (!isReplica(resource)) return [resourceNode(resource)]
    const stem = numberStem(displayName(resource))
    const replicas = stems.get(stem) ?? []
    // At the place of the first one.
    return replicas[0] === resource ? [nodeOf(holder, { stem, called: { by: 'names' }, resources: replicas })] : []
  })
}

type Stack = { readonly stem: string; readonly called: StackName; readonly resources: readonly Resource[] }

/** Tags for what a resource is part of, most useful first. */
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

/** The tag that best groups the resources. `null` if none does. */
export function partTag(resources: readonly Resource[]): string | null {
  const sorts = (tag: string): boolean => {
    const values = resources.flatMap(({ tags }) => (Object.hasOwn(tags, tag) ? [tags[tag]] : []))
    // A tag that more than one in five resources lack isn't useful, and neither is one with the same value on all.
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
  // If there are only a few too many, the smallest are counted together, instead of grouping all by a tag.
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

/** The usual size of a range: what a detail page can show as single boxes. */
const usualRange = 100

function rangesOf(holder: string, resources: readonly Resource[], limit: number): readonly DiagramNode[] {
  const sorted = inNaturalOrder(resources)
  const size = Math.max(usualRange, Math.ceil(sorted.length / limit))
  return ranged(sorted, size).map((range) => nodeOf(holder, range))
}

/** By name, with `web-9` before `web-10`. */
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
    // All names may be the same.
    const isTold = ranges.every(({ stem }) => stem !== names)
    const name = isTold ? names : `${first.id} … ${last.id}`
    ranges.push({ stem: name, called: { by: 'name', name }, resources: range })
  }
  return ranges
}

/** Numbers and generated IDs at the end of a name, in which `web-01` and `web-02` differ. */
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
