import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resourceReading } from '../testing/arbitrary-graph.ts'
import { brokenRules } from '../testing/legibility.ts'
import { requestsGraph } from '../testing/requests-graph.ts'
import {
  hostileGraph,
  deniedGraph,
  emptyGraph,
  graphBuilder,
  largeGraph,
  threeTierGraph,
  unknownSubnetsGraph,
  unreadTargetsGraph,
} from '../testing/sample-graphs.ts'
import { shownPart } from '../shown-part.ts'
import { measureInter } from '../typeface/inter.ts'
import { flattened } from '../views/boxes/group.ts'
import { drawView, viewNames } from '../views/draw-view.ts'
import { placeDiagram } from './place-diagram.ts'

const graphs = {
  'three tiers': threeTierGraph(),
  empty: emptyGraph(),
  denied: deniedGraph(),
  'unknown subnets': unknownSubnetsGraph(),
  'unread targets': unreadTargetsGraph({ appPerZone: 12 }),
  'every way of requests': requestsGraph(2),
  'every way of requests, many times': requestsGraph(30),
  'two networks': largeGraph(2, 4, 20),
  '1,845 resources': largeGraph(8, 30),
  '9,000 resources in 60 networks': largeGraph(60, 20),
  '20,000 resources in 130 networks': largeGraph(130, 20),
  'hostile names': hostileGraph(),
}

test('the legend explains the border of a summary box outside the scan', async () => {
  const graph = graphBuilder()
  const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
  for (const name of ['orders', 'returns', 'refunds']) {
    graph.relate(handler, 'associated with', graph.addUnread('AWS::S3::Bucket', name, 'external'))
  }
  const placed = await placeDiagram(drawView('inventory', graph.build()), measureInter)
  const outside = placed.boxes.filter(({ element }) => element.presence === 'external')
  expect(outside.map(({ element }) => element.kind === 'node' && element.form)).toEqual(['stack'])
  expect(placed.legend.map(({ sample }) => sample)).toEqual(['stack', 'outside'])
})

describe.each(viewNames)('the rules of legibility hold: %s', (view) => {
  test.each(Object.entries(graphs))('%s', async (_, graph) => {
    const diagram = drawView(view, graph)
    const placed = await placeDiagram(diagram, measureInter)
    expect(brokenRules(placed)).toEqual([])
    expect(placed.routes.map(({ edge }) => edge.id)).toEqual(diagram.edges.map(({ id }) => id))
  })

  test('with hidden layers and folded groups', async () => {
    for (const graph of [threeTierGraph(), unreadTargetsGraph({ appPerZone: 12 })]) {
      const diagram = drawView(view, graph)
      const groups = flattened(diagram.elements).filter(({ kind, form }) => kind === 'group' && form !== 'band')
      const ofEachForm = [...Map.groupBy(groups, ({ form }) => form).values()]
      for (const fold of [...ofEachForm, ...ofEachForm.map((alike) => alike.slice(0, 1))]) {
        const shown = shownPart(diagram, { hide: ['gap', 'outside'], fold: fold.map(({ id }) => id) })
        expect(brokenRules(await placeDiagram(shown, measureInter))).toEqual([])
      }
    }
  })

  test('any graph', async () => {
    await fc.assert(
      fc.asyncProperty(resourceReading, async (graph) => {
        expect(brokenRules(await placeDiagram(drawView(view, graph), measureInter))).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
