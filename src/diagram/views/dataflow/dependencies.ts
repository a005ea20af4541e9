/** Who uses what beside the way of requests: by settings, by what policies permit, and by what security groups let through. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import { withoutState } from '../../off-state.ts'
import { dataFlowEdges, dataFlowTypes } from './data-flows.ts'
import { permittedEdges, permittedPartners } from './permitted-access.ts'
import { allowedPorts, connectionsFromRanges, type KnownUses, knownUses, reachableEdges } from './reachable-edges.ts'
import { type FlowEdge, throughHubs } from '../flows/flow-edges.ts'

/** All that was scanned: by settings alone, and with what policies permit. */
export type Scanned = { readonly whole: GraphIndex; readonly permitted: GraphIndex }

type Dependencies = {
  readonly edges: readonly FlowEdge[]
  /** The number of connections that security groups let through, but that nothing shows otherwise. */
  readonly leftOut: number
}

/** Of what is drawn: by settings, and by what policies and security groups of all that was scanned let through. */
export function dependencies(index: GraphIndex, scanned: Scanned, drawnAs: ReadonlyMap<string, string>): Dependencies {
  const { whole, permitted } = scanned
  const shown = shownUses(index, permitted)
  const edges = withPorts(whole, [...shown.proven, ...throughHubs(shown.byPolicy, drawnAs)])
  const told = edges.flatMap((edge): readonly FlowEdge[] => {
    const [source, target] = [drawnAs.get(edge.source), drawnAs.get(edge.target)]
    return source === undefined || target === undefined ? [] : [{ ...edge, source, target }]
  })
  const isTold = new Set(
    told.flatMap(({ source, target }) => [pairOf({ source, target }), pairOf({ source: target, target: source })]),
  )
  const found = [...reachableEdges(whole, drawnAs, () => usesOf(scanned))]
  const reachable = found.flatMap((each) => each.edges).filter((edge) => !isTold.has(pairOf(edge)))
  return {
    edges: [...told, ...reachable].filter(({ source, target }) => source !== target),
    leftOut: found.reduce((sum, each) => sum + each.leftOut, 0),
  }
}

/** The keys of what the resources use, and of what uses them. */
export function partnersOf(scanned: Scanned, of: readonly ResourceReference[]): ReadonlySet<string> {
  const { whole, permitted } = scanned
  const own = new Set(of.map((each) => resourceKey(each)))
  const everything = new Map(whole.graph.resources.map((each) => [resourceKey(each), resourceKey(each)]))
  const reachable = [...reachableEdges(whole, everything, () => usesOf(scanned), own)].flatMap(({ edges }) => edges)
  const edges = [...shownUses(whole, permitted).proven, ...reachable]
  const partners = edges.flatMap(({ source, target }) => [
    ...(own.has(source) ? [target] : []),
    ...(own.has(target) ? [source] : []),
  ])
  return new Set([...partners, ...permittedPartners(permitted, own)].filter((key) => everything.has(key)))
}

/** By settings, by what policies permit, and by what security groups let through where neither shows the users. */
export function knownFlows(index: GraphIndex, scanned: Scanned): Dependencies & { readonly fromRanges: number } {
  const { whole, permitted } = scanned
  const { proven, byPolicy } = shownUses(index, permitted)
  const used = withPorts(whole, withAccess(proven, byPolicy))
  const possible = dataFlowTypes.flatMap((type) => index.ofType(type))
  const { edges, leftOut } = reachedOtherwise(scanned, possible)
  return { edges: [...used, ...edges], leftOut, fromRanges: connectionsFromRanges(whole, possible) }
}

type ShownUses = {
  /** By settings. */
  readonly proven: readonly FlowEdge[]
  readonly byPolicy: readonly FlowEdge[]
}

const shownUsesOf = new WeakMap<GraphIndex, WeakMap<GraphIndex, ShownUses>>()

/** Cached, because several views and pages of a scan ask for the same. */
function shownUses(index: GraphIndex, permitted: GraphIndex): ShownUses {
  const ofIndex = shownUsesOf.get(index) ?? new WeakMap<GraphIndex, ShownUses>()
  shownUsesOf.set(index, ofIndex)
  const cached = ofIndex.get(permitted)
  if (cached !== undefined) return cached
  const proven = dataFlowEdges(index, permitted)
  const shown = { proven, byPolicy: permittedEdges(permitted, proven) }
  ofIndex.set(permitted, shown)
  return shown
}

const usesOfScans = new WeakMap<GraphIndex, KnownUses>()

/** Of all that was scanned, so that all pages tell the same. Cached for the pages of each scan. */
function usesOf({ whole, permitted }: Scanned): KnownUses {
  const cached = usesOfScans.get(permitted)
  if (cached !== undefined) return cached
  const { proven, byPolicy } = shownUses(whole, permitted)
  const uses = knownUses(whole, [...proven, ...byPolicy])
  usesOfScans.set(permitted, uses)
  return uses
}

/** More say that networks let everything through, and little about who uses what. */
const mostReachable = 2000

function reachedOtherwise(scanned: Scanned, drawn: readonly ResourceReference[]): Dependencies {
  const drawnAs = new Map(drawn.map((each) => [resourceKey(each), resourceKey(each)]))
  const found: FlowEdge[] = []
  let leftOut = 0
  for (const reachable of reachableEdges(scanned.whole, drawnAs, () => usesOf(scanned))) {
    leftOut += reachable.leftOut
    if (found.length > mostReachable) leftOut += reachable.edges.length
    else found.push(...reachable.edges)
  }
  return found.length > mostReachable ? { edges: [], leftOut: leftOut + found.length } : { edges: found, leftOut }
}

/** A policy shows how a resource is used. A setting may only show that it is. */
function withAccess(edges: readonly FlowEdge[], permitted: readonly FlowEdge[]): readonly FlowEdge[] {
  const access = Map.groupBy(permitted, pairOf)
  const known = new Set(edges.map(pairOf))
  return [
    ...edges.flatMap((edge) => {
      const how = withoutState(edge.label) === '' ? (access.get(pairOf(edge)) ?? []) : []
      return [edge, ...how.map((each): FlowEdge => ({ ...each, form: edge.form }))]
    }),
    ...permitted.filter((each) => !known.has(pairOf(each))),
  ]
}

/** What has no other label shows the ports that security groups allow. */
function withPorts(index: GraphIndex, edges: readonly FlowEdge[]): readonly FlowEdge[] {
  const portsOf = allowedPorts(index)
  const ports = new Map<string, string>()
  for (const edge of edges) {
    const label = edge.label === '' && edge.hub === undefined ? portsOf(edge) : ''
    if (label !== '') ports.set(pairOf(edge), label)
  }
  // Of a quarter of a million edges, few have security groups at both ends.
  if (ports.size === 0) return edges
  for (const edge of edges) if (edge.label !== '') ports.delete(pairOf(edge))
  return edges.map((edge) => {
    const label = edge.label === '' ? ports.get(pairOf(edge)) : undefined
    return label === undefined ? edge : { ...edge, label }
  })
}

function pairOf({ source, target }: Pick<FlowEdge, 'source' | 'target'>): string {
  return `${source}\n${target}`
}
