/** Which resources are at the arrows of the architecture from and to others, and on the ways of requests to them. */
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import { internetId } from '../boxes/account-frame.ts'
import { placedTypes, startingFrames } from '../boxes/shelves.ts'
import { endsOf } from '../flows/flow-edges.ts'
import { outsideFlows } from '../flows/outside-flows.ts'
import { placeResources } from '../placement/placement.ts'
import { trafficFlows } from '../placement/traffic-edges.ts'
import { type Arrow, arrowsNear, arrowsTo } from './focused-resource.ts'

type Arrows = { readonly all: readonly Arrow[]; readonly requests: readonly Arrow[] }

const known = new WeakMap<GraphIndex, Arrows>()

/** Computed once for a scan, for all its pages. */
function arrowsOf(whole: GraphIndex): Arrows {
  const arrows = known.get(whole) ?? findArrows(whole)
  known.set(whole, arrows)
  return arrows
}

function findArrows(whole: GraphIndex): Arrows {
  const flows = [...trafficFlows(whole, placeResources(whole)), ...outsideFlows(whole, placedTypes, startingFrames)]
  const arrows = flows.map(({ form, source, target }) => ({
    form,
    source: source === null ? internetId : resourceKey(source),
    target: resourceKey(target),
  }))
  return { all: arrows, requests: arrows.filter(({ form }) => form === 'request') }
}

/** Keys of the resources at the arrows from and to these. */
export function trafficAround(whole: GraphIndex, of: ReadonlySet<string>): ReadonlySet<string> {
  return endsOf([...arrowsNear(arrowsOf(whole).all, of, 1)])
}

/** Keys of the resources, and of all on the ways of requests to these. */
export function requestsTo(whole: GraphIndex, of: ReadonlySet<string>): ReadonlySet<string> {
  return of.union(endsOf([...arrowsTo(arrowsOf(whole).requests, of)]))
}
