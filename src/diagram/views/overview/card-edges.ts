/** The lines of the overview: from the internet to cards, from card to card, and to connections between VPCs. */
import { compareText, displayName, type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { DiagramElement } from '../../diagram.ts'
import { internetId } from '../boxes/account-frame.ts'
import { entryPorts, exposedTo } from '../boxes/exposed-resources.ts'
import { flattened } from '../boxes/group.ts'
import { dataFlowEdges } from '../dataflow/data-flows.ts'
import type { Scanned } from '../dataflow/dependencies.ts'
import { type BundledEdges, bundledEdges } from '../flows/bundled-edges.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { linkFlows } from '../network/vpc-connections.ts'
import { drawnEdges, trafficFlows } from '../placement/traffic-edges.ts'
import type { Placement } from '../placement/placement.ts'

/** More arrows would show no way through the account. */
const mostArrows = 40

/** The whole scan decides what is exposed. */
export function cardEdges(
  index: GraphIndex,
  placement: Placement,
  { whole, permitted }: Scanned,
  cards: readonly DiagramElement[],
): BundledEdges {
  const drawnAs = new Map<string, string>([[internetId, internetId]])
  for (const card of cards) {
    for (const { members } of flattened([card])) for (const member of members) drawnAs.set(resourceKey(member), card.id)
  }
  const portsOf = entryPorts(index, whole)
  const entries = (['endpoint', 'network'] as const).flatMap((kind) =>
    exposedTo(index, whole, kind).map((target): FlowEdge => ({
      form: 'request',
      source: internetId,
      target: resourceKey(target),
      label: portsOf(target),
      describe: () => `Internet to ${displayName(target)}`,
    })),
  )
  const traffic = trafficFlows(index, placement, whole).flatMap(
    ({ form, source, target, label, description }): readonly FlowEdge[] =>
      source === null || form === 'egress' || form === 'member'
        ? []
        : [{ form, source: resourceKey(source), target: resourceKey(target), label, describe: () => description }],
  )
  const drawn = (flows: readonly FlowEdge[]): readonly FlowEdge[] =>
    flows.flatMap((flow) => {
      const [source, target] = [drawnAs.get(flow.source), drawnAs.get(flow.target)]
      return source === undefined || target === undefined || source === target ? [] : [{ ...flow, source, target }]
    })
  const fromInternet = bundledEdges(drawn(entries), [], Infinity).edges
  const links = drawnEdges(linkFlows(index), drawnAs)
  const most = mostArrows - fromInternet.length - links.length
  const between = bundledEdges(drawn([...traffic, ...dataFlowEdges(index, permitted)]), [], most)
  const edges = [...fromInternet, ...links, ...between.edges].sort((left, right) => compareText(left.id, right.id))
  return { edges, leftOut: between.leftOut }
}
