/** A directed graph of resources as boxes and arrows. Similar resources are summarized until it fits a page. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramEdge, DiagramNode, ViewOptions } from '../../diagram.ts'
import { areAtMost, type FlowEdge, joinedEdges, throughHubs } from './flow-edges.ts'
import { byNeighbors, byName, byRange, neighborsIn, partsOf, type GroupingKey } from './grouping-keys.ts'
import { compareResources, compareText, resourceKey } from '../../../graph/graph-index.ts'
import { restNode } from '../boxes/nodes-by-type.ts'
import { resourceNode, stackNode, type StackName } from '../boxes/resource-node.ts'

export type FlowGraph = {
  readonly resources: readonly Resource[]
  /** Boxes without resources, such as the internet. */
  readonly others: readonly DiagramNode[]
  readonly edges: readonly FlowEdge[]
  /** The group that contains a resource. A summary box never spans groups. */
  readonly groupOf: (resource: Resource) => string
  /** Resources for which this differs are never in the same summary box. */
  readonly apart?: (resource: Resource) => string
  /** Types that are always summarized if they have the same connections. */
  readonly joined?: ReadonlySet<string>
  /** Keys of resources that have their own boxes if all have room. */
  readonly single?: ReadonlySet<string>
  /** What is shown for a name of a CloudFormation stack, by a resource in it. `undefined`: the name. */
  readonly stackLabel?: (resource: Resource) => string | undefined
  /** `null`: the default node of a resource. */
  readonly nodeOf?: (resource: Resource) => DiagramNode | null
  /** Texts of a summary box in place of its kind. `null`: its kind. */
  readonly wordsOf?: (
    resources: readonly Resource[],
  ) => { readonly detail: string; readonly description: string } | null
}

export type DrawnFlow = {
  readonly nodes: readonly { readonly node: DiagramNode; readonly group: string }[]
  readonly edges: readonly DiagramEdge[]
}

/** With more, a layered diagram is unreadable. */
const mostEdges = 160
type Stack = {
  readonly stem: string
  readonly called: StackName
  readonly group: string
  readonly apart: string
  readonly resources: Resource[]
}

/** By what resources are summarized, and how the summary box is named. */
type Level = { readonly key: GroupingKey; readonly called: (resource: Resource, stem: string) => StackName }

/** A summary box, or the rest of a type within a group. */
type Box = Omit<Stack, 'resources'> & {
  readonly key: string
  readonly resources: readonly Resource[]
}

const byNames = (): StackName => ({ by: 'names' })

/** The last level always fits unless there are very many types. */
export function drawnFlow(
  graph: FlowGraph,
  elementLimit: number,
  { collapse, expanded }: Pick<ViewOptions, 'collapse' | 'expanded'>,
): DrawnFlow {
  const limit = Math.max(1, elementLimit - graph.others.length)
  const neighbors = neighborsIn(graph.resources, graph.edges)
  const byPart = partsOf(graph.resources)
  const linkedAlike: GroupingKey = (resource) => `${byName(resource)}\n${neighbors.get(resourceKey(resource)) ?? ''}`
  const parts: Level = {
    key: byPart.key,
    called: (resource, stem) =>
      !byPart.isPart(resource)
        ? { by: 'names' }
        : stem === ''
          ? { by: 'rest' }
          : { by: 'part', name: (isNameOfStack(resource, stem) && graph.stackLabel?.(resource)) || stem },
  }
  const alike: Level = { key: linkedAlike, called: byNames }
  const names: Level = { key: byName, called: byNames }
  const joined = byNeighbors(graph.joined ?? new Set(), neighbors)
  const isSingle = (resource: Resource): boolean => graph.single?.has(resourceKey(resource)) === true
  const levels: readonly Level[] = [
    { key: (resource: Resource) => (isSingle(resource) ? resourceKey(resource) : joined(resource)), called: byNames },
    ...(expanded
      ? [{ key: byRange(graph.resources), called: (_: Resource, name: string): StackName => ({ by: 'name', name }) }]
      : []),
    alike,
    names,
    parts,
  ].slice(Math.min(collapse ?? 0, 3))
  const fits = (boxes: readonly Box[]): boolean => {
    if (boxes.length > limit) return false
    const ids = drawnAs(graph, boxes, ({ key }) => key)
    return areAtMost(mostEdges, throughHubs(graph.edges, ids), ids)
  }
  for (const level of levels) {
    const stacks = stacksBy(graph, level)
    const boxes = boxesOf(stacks, stacks)
    if (fits(boxes)) {
      const isLast = level !== names || !levels.includes(alike)
      return assembled(graph, isLast ? boxes : fewestShared(stacks, stacksBy(graph, alike), fits))
    }
    const folded = level === names ? leastFolded(graph, stacks, limit, fits) : null
    if (folded !== null) return assembled(graph, folded)
  }
  const stacks = stacksBy(graph, parts)
  const ordered = mostLinked(graph, stacks)
  for (let kept = limit; kept > 0; kept = kept > 8 ? Math.floor(kept * 0.7) : kept - 1) {
    const boxes = boxesOf(stacks, ordered.slice(0, kept))
    if (fits(boxes)) return assembled(graph, boxes)
  }
  return assembled(graph, boxesOf(stacks, []))
}

function isNameOfStack({ tags }: Resource, name: string): boolean {
  return tags['aws:cloudformation:stack-name'] === name
}

/**
 * Only as many resources share a box by their names as needed, the most numerous first. So one more arrow doesn't merge
 * the boxes of all names. `shared` fits, `single` doesn't.
 */
function fewestShared(
  shared: readonly Stack[],
  single: readonly Stack[],
  fits: (boxes: readonly Box[]) => boolean,
): readonly Box[] {
  const sharedOf = new Map(shared.flatMap((stack) => stack.resources.map((resource) => [resource, stack])))
  const ofShared = Map.groupBy(single, ({ resources: [first] }) =>
    first === undefined ? undefined : sharedOf.get(first),
  )
  const inOrder = shared.toSorted(
    (left, right) => right.resources.length - left.resources.length || compareText(keyOf(left), keyOf(right)),
  )
  const boxesWith = (count: number): readonly Box[] => {
    const stacks = inOrder.flatMap((stack, position) => (position < count ? [stack] : (ofShared.get(stack) ?? [])))
    return boxesOf(stacks, stacks)
  }
  let [tooFew, enough] = [0, shared.length]
  while (enough - tooFew > 1) {
    const count = Math.floor((tooFew + enough) / 2)
    if (fits(boxesWith(count))) enough = count
    else tooFew = count
  }
  return boxesWith(enough)
}

/**
 * The type of a group with the most boxes keeps one less of its own, the best connected ones, and counts the others, until
 * the rest fits. So one more function doesn't fold all types of all groups. `null` if there are far too many.
 */
function leastFolded(
  graph: FlowGraph,
  stacks: readonly Stack[],
  limit: number,
  fits: (boxes: readonly Box[]) => boolean,
): readonly Box[] | null {
  if (stacks.length > 2 * limit) return null
  const kinds = [...Map.groupBy(mostLinked(graph, stacks), kindOf).values()]
  const counts = kinds.map(({ length }) => length)
  const steps = [counts]
  for (let last = counts; Math.max(...last) > 1;) {
    const folded = last.lastIndexOf(Math.max(...last))
    last = last.map((count, kind) => (kind === folded ? count - 1 : count))
    steps.push(last)
  }
  const boxesAt = (step: number): readonly Box[] =>
    boxesOf(
      stacks,
      kinds.flatMap((ofKind, kind) => shownOf(ofKind, steps[step]?.[kind] ?? 0)),
    )
  // Each step has fewer boxes and no more arrows, so the first that fits is found by halves.
  let [tooMany, enough] = [-1, steps.length - 1]
  if (!fits(boxesAt(enough))) return null
  while (enough - tooMany > 1) {
    const step = Math.floor((tooMany + enough) / 2)
    if (fits(boxesAt(step))) enough = step
    else tooMany = step
  }
  return boxesAt(enough)
}

function shownOf(ofKind: readonly Stack[], count: number): readonly Stack[] {
  return ofKind.length > count ? ofKind.slice(0, count - 1) : ofKind
}

function stacksBy(graph: FlowGraph, level: Level): readonly Stack[] {
  const stacks = new Map<string, Stack>()
  for (const resource of graph.resources) {
    const group = graph.groupOf(resource)
    const apart = graph.apart?.(resource) ?? ''
    const stem = level.key(resource)
    const key = `${group}\n${apart}\n${resource.type}\n${resource.presence}\n${stem}`
    const known = stacks.get(key)
    if (known === undefined) {
      const called = level.called(resource, stem.split('\n')[0] ?? '')
      stacks.set(key, { stem, called, group, apart, resources: [resource] })
    } else known.resources.push(resource)
  }
  return [...stacks.values()]
}

/** What can share a summary box. */
function kindOf({ group, apart, resources: [first] }: Stack): string {
  return `${group}\n${apart}\n${first?.type}\n${first?.presence}`
}

/** The shown ones by themselves, the others merged by group and type. */
function boxesOf(stacks: readonly Stack[], shownStacks: readonly Stack[]): readonly Box[] {
  const isShown = new Set(shownStacks)
  const shown = stacks.filter((stack) => isShown.has(stack))
  const rest = stacks.filter((stack) => !isShown.has(stack))
  const shownKinds = new Set(shown.map(({ group, resources }) => `${group}\n${resources[0]?.type}`))
  const joined = [...Map.groupBy(rest, kindOf)]
  return [
    ...shown.map((stack, position): Box => ({ ...stack, key: `stack ${position}` })),
    ...joined.map(([key, alike]): Box => {
      const { group = '', apart = '' } = alike[0] ?? {}
      const resources = alike.flatMap((stack) => stack.resources)
      const isRest = shownKinds.has(`${group}\n${resources[0]?.type}`)
      return { key, stem: '', called: { by: isRest ? 'rest' : 'type' }, group, apart, resources }
    }),
  ]
}

function assembled(graph: FlowGraph, boxes: readonly Box[]): DrawnFlow {
  const drawn = boxes.map((box) => ({ ...box, node: stackOf(graph, box) }))
  const ids = drawnAs(graph, drawn, ({ node }) => node.id)
  return {
    nodes: drawn
      .map(({ node, group }) => ({ node, group }))
      .sort(
        (left, right) => compareText(left.node.label, right.node.label) || compareText(left.node.id, right.node.id),
      ),
    edges: joinedEdges(throughHubs(graph.edges, ids), ids),
  }
}

/** Where each resource and each other node is drawn. */
function drawnAs<Of extends Box>(
  { others }: FlowGraph,
  boxes: readonly Of[],
  idOf: (box: Of) => string,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const box of boxes) for (const resource of box.resources) ids.set(resourceKey(resource), idOf(box))
  for (const { id } of others) ids.set(id, id)
  return ids
}

/** The best connected ones first. */
function mostLinked({ edges }: FlowGraph, stacks: readonly Stack[]): readonly Stack[] {
  const degree = new Map<string, number>()
  for (const { source, target } of edges) {
    degree.set(source, (degree.get(source) ?? 0) + 1)
    degree.set(target, (degree.get(target) ?? 0) + 1)
  }
  const links = (stack: Stack): number =>
    stack.resources.reduce((sum, resource) => sum + (degree.get(resourceKey(resource)) ?? 0), 0)
  return stacks
    .map((stack) => ({ stack, links: links(stack), size: stack.resources.length }))
    .sort(
      (left, right) =>
        right.links - left.links || right.size - left.size || compareText(keyOf(left.stack), keyOf(right.stack)),
    )
    .map(({ stack }) => stack)
}

function keyOf({ group, apart, stem, resources }: Stack): string {
  return `${resources[0]?.type} ${stem} ${group} ${apart}`
}

function stackOf(graph: FlowGraph, { group, apart, stem, called, resources }: Box): DiagramNode {
  const [first, ...others] = resources.toSorted(compareResources)
  if (first === undefined) return restNode(group, [])
  if (others.length === 0) return graph.nodeOf?.(first) ?? resourceNode(first)
  const [name = ''] = stem.split('\n')
  const holder = apart === '' ? `flow ${group}` : `flow ${group}/${apart}`
  const node = stackNode(holder, name, [first, ...others], called)
  // Boxes of the same name with different connections are side by side.
  const words = graph.wordsOf?.(resources) ?? null
  const detail = words?.detail ?? node.detail
  const description = [node.description, words?.description ?? ''].filter((text) => text !== '').join('\n')
  return { ...node, detail, description, id: stem.includes('\n') ? `${node.id}/${resourceKey(first)}` : node.id }
}
