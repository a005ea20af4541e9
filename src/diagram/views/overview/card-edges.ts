/** The lines of the overview: from the internet to cards, from card to card, and to connections between VPCs. */
import { compareText, displayName, type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { DiagramElement } from '../../diagram.ts'
import { internetId } from '../boxes/account-frame.ts'
import { entryPorts, exposedTo } from '../boxes/exposed-resources.ts'
import { flattened } from '../boxes/group.ts'
import { knownFlows, type Scanned } from '../dataflow/dependencies.ts'
import { type BundledEdges, bundledEdges } from '../flows/bundled-edges.ts'
import type { Flow } from '../flows/flow.ts'
import { type FlowEdge, throughHubs } from '../flows/flow-edges.ts'
import { linkFlows, vpcConnectionTypes } from '../network/vpc-connections.ts'
import { drawnEdges, trafficFlows } from '../placement/traffic-edges.ts'
import type { Placement } from '../placement/placement.ts'

/** More arrows would show no way through the account. */
const mostArrows = 40

/** What cards may have arrows for. The same at all levels of detail. */
type CardFlows = {
  readonly entries: readonly FlowEdge[]
  readonly links: readonly Flow[]
  readonly between: readonly FlowEdge[]
}

/** The whole scan decides what is exposed, and who may use what. */
export function cardFlows(index: GraphIndex, placement: Placement, scanned: Scanned): CardFlows {
  const { whole } = scanned
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
  // The card of connections between VPCs already has links for these.
  const connections = new Set(vpcConnectionTypes.flatMap((type) => index.ofType(type)).map(resourceKey))
  const between = [...traffic, ...knownFlows(index, scanned).edges].filter(({ source }) => !connections.has(source))
  return { entries, links: linkFlows(index, whole, false), between }
}

export function cardEdges({ entries, links, between }: CardFlows, cards: readonly DiagramElement[]): BundledEdges {
  const drawnAs = new Map<string, string>([[internetId, internetId]])
  for (const card of cards) {
    for (const { members } of flattened([card])) for (const member of members) drawnAs.set(resourceKey(member), card.id)
  }
  const drawn = (flows: readonly FlowEdge[]): readonly FlowEdge[] =>
    flows.flatMap((flow) => {
      const [source, target] = [drawnAs.get(flow.source), drawnAs.get(flow.target)]
      return source === undefined || target === undefined || source === target ? [] : [{ ...flow, source, target }]
    })
  const fromInternet = bundledEdges(drawn(entries), [], Infinity).edges
  const connections = drawnEdges(links, drawnAs)
  const most = mostArrows - fromInternet.length - connections.length
  const bundled = bundledEdges(drawn([...throughHubs(between, drawnAs)]), cards, most)
  const edges = [...fromInternet, ...connections, ...bundled.edges].sort((left, right) =>
    compareText(left.id, right.id),
  )
  return { edges, leftOut: bundled.leftOut }
}
