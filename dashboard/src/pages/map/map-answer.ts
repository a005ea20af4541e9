/** Answers to questions about a diagram: highlighted boxes, the connections between them, and a sentence. */
import { groupsAround, resourceKey } from './box-tree.ts'
import type { BoxTree } from './box-tree.ts'
import type { PlacedBox, PlacedDiagram, ResourceReference } from './placed-diagram.ts'

export type Step = { readonly source: string; readonly target: string }

export type MapAnswer = {
  readonly text: string
  /** IDs of the highlighted boxes. */
  readonly boxes: ReadonlySet<string>
  readonly steps: readonly Step[]
}

/** The visible box of a resource: the outermost collapsed group around it, or its own box. `null` without one. */
export type BoxOf = (resource: ResourceReference) => string | null

export function visibleBoxes(tree: BoxTree, collapsed: ReadonlySet<string>): BoxOf {
  return (resource) => {
    const own = resource.type === 'internet' ? 'internet' : tree.ofResource.get(resourceKey(resource))
    if (own === undefined || !tree.box.has(own)) return null
    return groupsAround(tree, own).findLast((group) => collapsed.has(group)) ?? own
  }
}

/** What an answer about one resource calls it. A box of several, or a collapsed group, says which one was checked. */
export function nameInBox({ element: { label, members } }: PlacedBox, resource: ResourceReference): string {
  const isMember = members.some((member) => resourceKey(member) === resourceKey(resource))
  if (resource.type === 'internet' || (isMember && members.length === 1)) return label
  return `${resource.id} (${isMember ? 'one of' : 'in'} ${label})`
}

/** Highlights the boxes of resources. */
export function boxesOf(resources: readonly ResourceReference[], boxOf: BoxOf): ReadonlySet<string> {
  return new Set(resources.flatMap((resource) => boxOf(resource) ?? []))
}

/** The connections between neighbors of a path that have boxes. Resources without a box are passed over. */
export function stepsAlong(path: readonly ResourceReference[], boxOf: BoxOf): readonly Step[] {
  const boxes = path.flatMap((resource) => boxOf(resource) ?? [])
  return boxes.flatMap((target, position) => {
    const source = boxes[position - 1]
    return source === undefined || source === target ? [] : [{ source, target }]
  })
}

/** Each connection once, without those between a group and its content. */
export function distinctSteps(steps: readonly Step[], tree: BoxTree): readonly Step[] {
  const distinct = new Map(steps.map((step) => [`${step.source} ${step.target}`, step]))
  return [...distinct.values()].filter(
    ({ source, target }) =>
      !groupsAround(tree, source).includes(target) && !groupsAround(tree, target).includes(source),
  )
}

/** The arrows of the diagram that show these steps, and the steps without an arrow. */
export function matchSteps(
  { routes }: Pick<PlacedDiagram, 'routes'>,
  steps: readonly Step[],
): { readonly edges: ReadonlySet<string>; readonly others: readonly Step[] } {
  const wanted = new Set(steps.flatMap(({ source, target }) => [`${source} ${target}`, `${target} ${source}`]))
  const drawn = routes.filter(({ edge }) => wanted.has(`${edge.source} ${edge.target}`))
  const pairs = new Set(drawn.flatMap(({ edge }) => [`${edge.source} ${edge.target}`, `${edge.target} ${edge.source}`]))
  return {
    edges: new Set(drawn.map(({ edge }) => edge.id)),
    others: steps.filter(({ source, target }) => !pairs.has(`${source} ${target}`)),
  }
}

/** With the arrows from the internet to what is highlighted, and the boxes on the way. Only drawn ones, because others would cross everything. */
export function withWaysIn(
  answer: MapAnswer,
  paths: readonly (readonly ResourceReference[])[],
  {
    diagram,
    tree,
    boxOf,
  }: { readonly diagram: Pick<PlacedDiagram, 'routes'>; readonly tree: BoxTree; readonly boxOf: BoxOf },
): MapAnswer {
  if (answer.boxes.size === 0) return answer
  const internet = { type: 'internet', id: 'internet' }
  const all = distinctSteps(
    paths.flatMap((path) => stepsAlong([internet, ...path], boxOf)),
    tree,
  )
  const others = new Set(matchSteps(diagram, all).others)
  const steps = all.filter((step) => !others.has(step))
  return {
    ...answer,
    boxes: new Set([...answer.boxes, ...steps.flatMap(({ source, target }) => [source, target])]),
    steps,
  }
}

/** What is highlighted, and how many of the found resources this diagram doesn’t show. */
export function withRest(sentence: string, found: number, shown: number): string {
  const rest = found - shown
  if (rest <= 0) return sentence
  return shown === 0 ? `${sentence} None is in this diagram.` : `${sentence} ${rest} not in this diagram.`
}
