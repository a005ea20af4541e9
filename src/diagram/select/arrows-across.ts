/** Counts the arrows that a page with the content of a VPC doesn't show, because one of their ends is outside of it. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { NotDrawn, ViewName } from '../diagram.ts'
import { placedTypes } from '../views/boxes/shelves.ts'
import { dataFlowTypes } from '../views/dataflow/data-flows.ts'
import { dependencies, type Scanned } from '../views/dataflow/dependencies.ts'
import { requestFlows } from '../views/flows/request-flows.ts'

/** The VPC counts as one box. `selected`: what the page shows. Only types with boxes in the view count. */
export function arrowsAcross(
  view: ViewName,
  scanned: Scanned,
  network: readonly ResourceReference[],
  selected: GraphIndex,
): readonly NotDrawn[] {
  const { whole } = scanned
  const inside = new Set(network.map((each) => resourceKey(each)))
  const types: ReadonlySet<string> = new Set(view === 'dataflow' ? dataFlowTypes : placedTypes)
  const boxes = whole.graph.resources.flatMap((resource): readonly (readonly [string, string])[] => {
    const key = resourceKey(resource)
    if (inside.has(key)) return [[key, '']]
    return types.has(resource.type) && selected.find(resource) === null ? [[key, key]] : []
  })
  const drawnAs = new Map(boxes)
  const requests = requestFlows(whole).map(({ source, target }) => ({
    source: source === null ? undefined : drawnAs.get(resourceKey(source)),
    target: drawnAs.get(resourceKey(target)),
  }))
  const across = [...requests, ...dependencies(whole, scanned, drawnAs).edges].flatMap(({ source, target }) =>
    source !== undefined && target !== undefined && (source === '') !== (target === '') ? [`${source}\n${target}`] : [],
  )
  const count = new Set(across).size
  const what = `${count === 1 ? 'arrow' : 'arrows'} between this VPC and resources outside it`
  return count === 0 ? [] : [{ what, count }]
}
