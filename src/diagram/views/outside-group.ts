/** What arrows lead to and come from beyond the scan: other accounts and regions, or what was deleted. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { DiagramGroup } from '../diagram.ts'
import type { Flow } from './flow.ts'
import { type GraphIndex, compareReferences, resourceKey } from './graph-index.ts'
import { group } from './group.ts'
import { summarized } from './nodes-by-type.ts'
import { stackingUpTo } from './stack-alike.ts'

const mostBoxes = 8

/** Ends of flows that are known to lie elsewhere: their types were read, and they are not there. */
export function outsideGroup(
  index: GraphIndex,
  flows: readonly Flow[],
  boxTypes: readonly string[],
): DiagramGroup | null {
  const isBox = new Set(boxTypes)
  const found = new Map<string, Resource>()
  for (const { source, target } of flows) {
    for (const reference of source === null ? [target] : [source, target]) {
      const resource = isBox.has(reference.type) ? index.find(reference) : null
      if (resource?.presence === 'external') found.set(resourceKey(resource), resource)
    }
  }
  if (found.size === 0) return null
  const resources = [...found.values()].sort((left, right) => compareReferences(left, right))
  return group({
    id: 'outside',
    form: 'outside',
    arrangement: 'column',
    label: 'Outside this scan',
    description: 'Targets in another account or region, or deleted',
    children: summarized('outside', resources, stackingUpTo(mostBoxes)),
  })
}
