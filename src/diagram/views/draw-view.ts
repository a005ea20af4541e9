/** The views by name. */
import { displayName, indexGraph } from '../../graph/graph-index.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, ViewName, ViewOptions } from '../diagram.ts'
import { withoutAccountEndings } from './boxes/account-ending.ts'
import { withDistinctEnds } from './boxes/common-prefix.ts'
import { flattened } from './boxes/group.ts'
import { architectureView } from './architecture/architecture.ts'
import { dataFlowView } from './dataflow/dataflow.ts'
import { inventoryView } from './inventory/inventory.ts'
import { overviewView } from './overview/overview.ts'
import { networkView } from './network/network.ts'
import { securityView } from './security/security.ts'
import { defaultViewOptions } from './view-options.ts'

type View = (graph: ResourceGraph, options: ViewOptions) => Diagram

const views: Readonly<Record<ViewName, View>> = {
  overview: overviewView,
  architecture: architectureView,
  network: networkView,
  dataflow: dataFlowView,
  security: securityView,
  inventory: inventoryView,
}

/** In the order in which they are listed. */
export const viewNames: readonly ViewName[] = [
  'architecture',
  'network',
  'dataflow',
  'security',
  'inventory',
  'overview',
]

export function drawView(view: ViewName, graph: ResourceGraph, options: Partial<ViewOptions> = {}): Diagram {
  const diagram = views[view](graph, { ...defaultViewOptions, ...options })
  let names: readonly string[] | undefined
  const elements = withoutAccountEndings(diagram.elements, diagram)
  return { ...diagram, elements: distinct(elements, () => (names ??= namesOn(diagram, graph))) }
}

/** At last, because what a view leaves out of names makes some of them short enough. */
function distinct(elements: readonly DiagramElement[], names: () => readonly string[]): readonly DiagramElement[] {
  return withDistinctEnds(elements, names).map((element) =>
    element.kind === 'group' ? { ...element, children: distinct(element.children, names) } : element,
  )
}

/** Of all that boxes stand for, and of the frames around them. */
function namesOn({ elements }: Diagram, graph: ResourceGraph): readonly string[] {
  const index = indexGraph(graph)
  return flattened(elements).flatMap(({ kind, label, members }) => [
    ...(kind === 'group' ? [label] : []),
    ...members.flatMap((member) => index.find(member) ?? []).map((resource) => displayName(resource)),
  ])
}
