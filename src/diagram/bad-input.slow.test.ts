/** Draws accounts with names and tags that nobody should choose. */
import { describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { compareReferences } from '../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../graph/resource-graph.ts'
import { placeDiagram } from './layout/place-diagram.ts'
import { brokenRules } from './testing/legibility.ts'
import { areaPerBox, boxCount, fittedLabelPx } from './testing/room.ts'
import { graphBuilder, threeTierGraph } from './testing/sample-graphs.ts'
import { measureInter } from './typeface/inter.ts'
import { drawPage, overviewOptions } from './draw-page.ts'
import { viewNames } from './views/draw-view.ts'

const everything = await scanGoldenAccount(goldenAccount('full'))

function each(graph: ResourceGraph, change: (resource: Resource, position: number) => Partial<Resource>) {
  // Scans find resources in any order.
  const sorted = graph.resources.toSorted(compareReferences)
  return { ...graph, resources: sorted.map((resource, position) => ({ ...resource, ...change(resource, position) })) }
}

function named(name: (position: number) => string): ResourceGraph {
  return each(threeTierGraph(), (_, position) => ({ name: name(position) }))
}

function tagged(tags: (position: number) => Resource['tags']): ResourceGraph {
  return each(everything, (_, position) => ({ tags: tags(position) }))
}

function manyApplications(count: number): ResourceGraph {
  const graph = graphBuilder()
  const bus = graph.add('AWS::Events::EventBus', 'bus', 'bus')
  for (let number = 0; number < count; number++) {
    const tags = { app: `app-${number}` }
    const handler = graph.add('AWS::Lambda::Function', `f-${number}`, `app-${number}-handler`, {}, tags)
    graph.relate(handler, 'uses', graph.add('AWS::DynamoDB::Table', `t-${number}`, `app-${number}-table`, {}, tags))
    graph.relate(handler, 'uses', bus)
  }
  return graph.build()
}

const accounts: Readonly<Record<string, ResourceGraph>> = {
  'names of 255 characters without a break': named((position) => 'x'.repeat(255 - `${position}`.length) + position),
  'right-to-left names of 255 characters': named((position) => 'خ'.repeat(255 - `${position}`.length) + position),
  'names of control characters': named((position) => `\u202E\u0007\u2066\u001B[31m${position}\n\u200F`),
  'a thousand applications': manyApplications(1000),
  'one application with everything': tagged(() => ({ app: 'shop' })),
  'no tags': tagged(() => ({})),
  'tags that contradict each other': tagged((position) => ({
    app: `app-${position % 7}`,
    App: `other-${position % 4}`,
    service: `service-${position % 5}`,
    'aws:cloudformation:stack-name': position % 3 === 0 ? `stack-${position % 11}` : '',
    'kubernetes.io/cluster/blue': 'owned',
    'eks:cluster-name': position % 2 === 0 ? 'green' : '',
  })),
}

describe.each(Object.entries(accounts))('%s', (_, graph) => {
  test.each(viewNames)('is drawn by the same rules as others: %s', async (view) => {
    const page = drawPage(view, graph, overviewOptions)
    if (page.kind !== 'drawn') throw new Error(page.message)
    const placed = await placeDiagram(page.diagram, measureInter)
    expect(brokenRules(placed)).toEqual([])
    expect(boxCount(placed)).toBeLessThanOrEqual(75)
    expect(placed.width).toBeLessThanOrEqual(2.5 * placed.height + 1)
    expect(placed.height).toBeLessThanOrEqual(2 * placed.width + 1)
    expect(fittedLabelPx(placed)).toBeGreaterThanOrEqual(6.5)
    expect(boxCount(placed) < 20 || areaPerBox(placed) <= 70_000).toBe(true)
  })
})
