/** A directed graph of resources as boxes and arrows: alike resources stacked until it fits a page. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { DiagramEdge, DiagramNode, ViewOptions } from '../diagram.ts'
import { type FlowEdge, joinedEdges } from './flow-edges.ts'
import { aloneOrAlike, byName, byRange, neighboursIn, partsOf, type StemOf } from './flow-stems.ts'
import { compareResources, compareText, resourceKey } from './graph-index.ts'
import { restNode } from './nodes-by-type.ts'
import { resourceNode, stackNode } from './resource-node.ts'

export type FlowGraph = {
  readonly resources: readonly Resource[]
  /** Boxes that stand for no resource, e.g. the internet. */
  readonly others: readonly DiagramNode[]
  readonly edges: readonly FlowEdge[]
  /** In which group a resource is drawn; stacks never reach over one. */
  readonly groupOf: (resource: Resource) => string
  /** Types of which only that there are several matters: stacked wherever they are linked alike. */
  readonly joined?: ReadonlySet<string>
  /** `null`: as every resource is drawn. */
  readonly nodeOf?: (resource: Resource) => DiagramNode | null
  /** What is said of a stack in place of its kind; `null`: its kind. */
  readonly detailOf?: (resources: readonly Resource[]) => string | null
}

export type DrawnFlow = {
  readonly nodes: readonly { readonly node: DiagramNode; readonly group: string }[]
  readonly edges: readonly DiagramEdge[]
}

/** Above that, a layered picture is a thicket. */
const mostEdges = 160

type Stack = { readonly stem: string; readonly group: string; readonly resources: Resource[] }

/** The last level always fits, as far as there are few types. */
export function drawnFlow(
  graph: FlowGraph,
  elementLimit: number,
  { collapse, expanded }: Pick<ViewOptions, 'collapse' | 'expanded'>,
): DrawnFlow {
  const limit = Math.max(1, elementLimit - graph.others.length)
  const neighbours = neighboursIn(graph.resources, graph.edges)
  const byPart = partsOf(graph.resources)
  const levels = [
    aloneOrAlike(graph.joined ?? new Set(), neighbours),
    ...(expanded ? [byRange(graph.resources)] : []),
    (resource: Resource) => `${byName(resource)}\n${neighbours.get(resourceKey(resource)) ?? ''}`,
    byName,
    byPart,
  ].slice(Math.min(collapse ?? 0, 3))
  for (const stemOf of levels) {
    const drawn = assembled(graph, stacksBy(graph, stemOf), Infinity)
    if (drawn.nodes.length <= limit && drawn.edges.length <= mostEdges) return drawn
  }
  let kept = limit
  for (;;) {
    const drawn = assembled(graph, stacksBy(graph, byPart), kept)
    if (kept === 0 || (drawn.nodes.length <= limit && drawn.edges.length <= mostEdges)) return drawn
    kept = kept > 8 ? Math.floor(kept * 0.7) : kept - 1
  }
}

function stacksBy(graph: FlowGraph, stemOf: StemOf): readonly Stack[] {
  const stacks = new Map<string, Stack>()
  for (const resource of graph.resources) {
    const group = graph.groupOf(resource)
    const stem = stemOf(resource)
    const key = `${group}\n${resource.type}\n${resource.presence}\n${stem}`
    const known = stacks.get(key)
    if (known === undefined) stacks.set(key, { stem, group, resources: [resource] })
    else known.resources.push(resource)
  }
  return [...stacks.values()]
}

/** The `kept` stacks with most links by themselves, the others joined by group and type. */
function assembled(graph: FlowGraph, stacks: readonly Stack[], kept: number): DrawnFlow {
  const shown = kept >= stacks.length ? stacks : mostLinked(graph, stacks, kept)
  const isShown = new Set(shown)
  const rest = stacks.filter((stack) => !isShown.has(stack))
  const shownKinds = new Set(shown.map(({ group, resources }) => `${group}\n${resources[0]?.type}`))
  const isBeside = (group: string, resources: readonly Resource[]): boolean =>
    shownKinds.has(`${group}\n${resources[0]?.type}`)
  const joined = [
    ...Map.groupBy(rest, ({ group, resources }) => `${group}\n${resources[0]?.type}\n${resources[0]?.presence}`),
  ]
  const nodes = [
    ...shown.map(({ group, stem, resources }) => ({
      node: stackOf(graph, group, stem, resources, false),
      group,
      resources,
    })),
    ...joined.map(([, alike]) => {
      const group = alike[0]?.group ?? ''
      const resources = alike.flatMap((stack) => stack.resources)
      return { node: stackOf(graph, group, '', resources, isBeside(group, resources)), group, resources }
    }),
  ]
  const drawnAs = new Map(nodes.flatMap(({ node, resources }) => resources.map((each) => [resourceKey(each), node.id])))
  for (const { id } of graph.others) drawnAs.set(id, id)
  return {
    nodes: nodes
      .map(({ node, group }) => ({ node, group }))
      .sort(
        (left, right) => compareText(left.node.label, right.node.label) || compareText(left.node.id, right.node.id),
      ),
    edges: joinedEdges(graph.edges, drawnAs),
  }
}

function mostLinked({ edges }: FlowGraph, stacks: readonly Stack[], kept: number): readonly Stack[] {
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
    .slice(0, kept)
    .map(({ stack }) => stack)
}

function keyOf({ group, stem, resources }: Stack): string {
  return `${resources[0]?.type} ${stem} ${group}`
}

function stackOf(
  graph: FlowGraph,
  group: string,
  stem: string,
  resources: readonly Resource[],
  isRest: boolean,
): DiagramNode {
  const [first, ...others] = resources.toSorted(compareResources)
  if (first === undefined) return restNode(group, [])
  if (others.length === 0) return graph.nodeOf?.(first) ?? resourceNode(first)
  const [name = ''] = stem.split('\n')
  const node = stackNode(`flow ${group}`, name, [first, ...others], isRest)
  // Stacks of one name that are linked differently stand beside each other.
  const detail = graph.detailOf?.(resources) ?? node.detail
  return { ...node, detail, id: stem.includes('\n') ? `${node.id}/${resourceKey(first)}` : node.id }
}
