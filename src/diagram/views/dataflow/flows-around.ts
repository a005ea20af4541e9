/** Which resources the data flow has around others: those at arrows from or to them, and what calls their users. */
import type { GraphIndex } from '../../../graph/graph-index.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { knownFlows, type Scanned } from './dependencies.ts'

const known = new WeakMap<GraphIndex, readonly FlowEdge[]>()

/** All flows of a scan, computed once for all its pages. */
function flowsOf(scanned: Scanned): readonly FlowEdge[] {
  const flows = known.get(scanned.permitted) ?? knownFlows(scanned.whole, scanned).edges
  known.set(scanned.permitted, flows)
  return flows
}

/**
 * Keys of the resources up to `steps` arrows away, and of those with an arrow to the users of `of`. `null` if no flow
 * begins or ends at one of them.
 */
export function flowsAround(scanned: Scanned, of: ReadonlySet<string>, steps: number): ReadonlySet<string> | null {
  const flows = flowsOf(scanned)
  if (!flows.some(({ source, target }) => of.has(source) || of.has(target))) return null
  let reached = of
  for (let step = 0; step < steps; step++)
    reached = reached.union(across(flows, reached, 'source')).union(across(flows, reached, 'target'))
  return steps === 0 ? reached : reached.union(across(flows, across(flows, of, 'source'), 'source'))
}

/** What is at the other end of the arrows at these resources: the sources, or the targets. Hubs are no ends. */
function across(flows: readonly FlowEdge[], of: ReadonlySet<string>, end: 'source' | 'target'): ReadonlySet<string> {
  const start = end === 'source' ? 'target' : 'source'
  const hubs = new Set(flows.flatMap((flow) => (flow.hub?.end === end && of.has(flow[start]) ? [flow[end]] : [])))
  return new Set(
    flows.flatMap((flow) => {
      if (flow.hub?.end === end) return []
      return (flow.hub === undefined ? of : hubs).has(flow[start]) ? [flow[end]] : []
    }),
  )
}
