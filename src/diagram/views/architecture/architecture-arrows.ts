/** The arrows of the architecture: requests, connections, events, and dependencies. */
import type { Resource } from '../../../graph/resource-graph.ts'
import { compareText, type GraphIndex, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import type { DiagramEdge, DiagramElement, ViewOptions } from '../../diagram.ts'
import { internetId } from '../boxes/account-frame.ts'
import { dependencies } from '../dataflow/dependencies.ts'
import { type BundledEdges, bundledEdges, mostArrowsOf } from '../flows/bundled-edges.ts'
import type { Flow } from '../flows/flow.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { drawnEdges, drawnIds } from '../placement/traffic-edges.ts'
import { type Arrow, arrowsNear, arrowsTo, idsOf, relationFlows } from './focused-resource.ts'

/** More arrows would hide the requests. */
const mostDependencyArrows = 40

type ArchitectureArrows = BundledEdges & {
  /** The number of connections that security groups allow to what others are known to use. */
  readonly allowed: number
}

/**
 * Requests and connections between boxes. Dependencies too, between groups if there are too many. Around focused
 * resources, only what they use and what uses them, and the requests that reach them.
 */
export function architectureArrows(
  index: GraphIndex,
  { permitted, scanned, focused }: ViewOptions,
  flows: readonly Flow[],
  elements: readonly DiagramElement[],
  boxless: Resource | null,
): ArchitectureArrows {
  const drawnAs = drawnIds(elements)
  const requests = drawnEdges(
    flows.filter(({ form }) => form !== 'event'),
    drawnAs,
  )
  const relations =
    boxless === null
      ? []
      : drawnEdges(
          relationFlows(index, boxless, (reference) => drawnAs.has(resourceKey(reference))),
          drawnAs,
        )
  const all = [...requests, ...relations]
  const isWay = new Set(all.map(({ source, target }) => `${source}\n${target}`))
  const events = flows.flatMap(({ form, source, target, label, description }): readonly FlowEdge[] => {
    const ends = [source === null ? internetId : resourceKey(source), resourceKey(target)].map((key) =>
      drawnAs.get(key),
    )
    const [from, to] = ends
    if (form !== 'event' || from === undefined || to === undefined || from === to) return []
    return [{ form, source: from, target: to, label, describe: () => description }]
  })
  const whole = scanned === null ? index : indexGraph(scanned)
  const scope = { whole, permitted: permitted === null ? whole : indexGraph(permitted) }
  const uses = dependencies(index, scope, drawnAs)
  const beside = [...events, ...uses.edges].filter(({ source, target }) => !isWay.has(`${source}\n${target}`))
  const shown = focused === null ? null : arrowsOf(focused, requests, [...all, ...beside], elements)
  const ways = all.filter((arrow) => shown === null || shown.has(arrow))
  const { edges, leftOut } = bundledEdges(
    beside.filter((arrow) => shown === null || shown.has(arrow)),
    elements,
    mostDependencyArrows,
    mostArrowsOf(elements) - ways.length,
  )
  return {
    edges: [...ways, ...edges].sort((left, right) => compareText(left.id, right.id)),
    leftOut,
    allowed: uses.leftOut,
  }
}

function arrowsOf(
  { resources, steps }: NonNullable<ViewOptions['focused']>,
  requests: readonly DiagramEdge[],
  all: readonly Arrow[],
  elements: readonly DiagramElement[],
): ReadonlySet<Arrow> {
  const boxes = idsOf(elements, resources)
  return arrowsNear(all, boxes, steps).union(arrowsTo(requests, boxes))
}
