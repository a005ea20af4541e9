/** A diagram of changes with every state, for the tests of formats. */
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { comparisonOf } from '../comparison/draw-comparison.ts'
import type { Diagram, ViewName } from '../diagram.ts'
import { overviewOptions } from '../draw-page.ts'
import { threeTierGraph } from './sample-graphs.ts'

const lambda = 'AWS::Lambda::Function'

/** An instance was added, another one removed, a third one changed, and functions can't be read any more. */
export function comparedDiagram(view: ViewName = 'architecture'): Diagram {
  const graph = threeTierGraph()
  const before = without(graph, ({ id }) => id === 'i-shop-web-a-1')
  const changed = graph.resources.map((resource) =>
    resource.id === 'i-shop-web-c-1'
      ? { ...resource, properties: { ...resource.properties, instanceType: 'm7i.24xlarge' } }
      : resource,
  )
  const after = without({ ...graph, resources: changed }, ({ id, type }) => id === 'i-shop-web-b-1' || type === lambda)
  const coverage = after.coverage.map((entry) =>
    entry.type === lambda ? { ...entry, status: 'denied' as const, count: null } : entry,
  )
  const page = comparisonOf(before, { ...after, coverage })(view, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

function without(
  graph: ResourceGraph,
  isGone: (reference: ResourceGraph['relations'][number]['source']) => boolean,
): ResourceGraph {
  return {
    ...graph,
    resources: graph.resources.filter((resource) => !isGone(resource)),
    relations: graph.relations.filter(({ source, target }) => !isGone(source) && !isGone(target)),
  }
}
