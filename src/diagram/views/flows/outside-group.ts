/** The group of sources and targets outside the scan: in other accounts and regions, or deleted. */
import type { DiagramGroup } from '../../diagram.ts'
import { type GraphIndex, compareReferences } from '../../../graph/graph-index.ts'
import { group } from '../boxes/group.ts'
import { summarized } from '../boxes/nodes-by-type.ts'
import { outsideResources } from './outside-flows.ts'
import { stackingUpTo } from '../boxes/summarize-similar.ts'

const mostBoxes = 8

export function outsideGroup(index: GraphIndex, boxTypes: readonly string[]): DiagramGroup | null {
  const resources = outsideResources(index, boxTypes).toSorted((left, right) => compareReferences(left, right))
  if (resources.length === 0) return null
  return group({
    id: 'outside',
    form: 'outside',
    arrangement: 'column',
    label: 'Outside this scan',
    description: 'Targets in another account or region, or deleted',
    children: summarized('outside', resources, stackingUpTo(mostBoxes)),
  })
}
