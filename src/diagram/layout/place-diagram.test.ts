import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resourceReading } from '../testing/arbitrary-graph.ts'
import { crossingEdges, escapingBoxes, looseEdges, misplacedLabels, overlappingBoxes } from '../testing/geometry.ts'
import { requestsGraph } from '../testing/requests-graph.ts'
import {
  bitingGraph,
  deniedGraph,
  emptyGraph,
  largeGraph,
  threeTierGraph,
  unknownSubnetsGraph,
  unreadTargetsGraph,
} from '../testing/sample-graphs.ts'
import { measureInter } from '../typeface/inter.ts'
import { architectureView } from '../views/architecture.ts'
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
  'names that bite': bitingGraph(),
}

describe.each(Object.entries(graphs))('%s', async (_, graph) => {
  const diagram = architectureView(graph)
  const placed = await placeDiagram(diagram, measureInter)

  test('no box overlaps another, or leaves the one that holds it', () => {
    expect(overlappingBoxes(placed)).toEqual([])
    expect(escapingBoxes(placed)).toEqual([])
  })

  test('every label stays in its box and clear of others', () => {
    expect(misplacedLabels(placed)).toEqual([])
  })

  test('every edge is drawn, from border to border, around foreign boxes and labels', () => {
    expect(placed.routes.map(({ edge }) => edge.id)).toEqual(diagram.edges.map(({ id }) => id))
    expect(looseEdges(placed)).toEqual([])
    expect(crossingEdges(placed)).toEqual([])
  })

  test('proportions lie between 1:3 and 3:1, everything within the page, text is not smaller than 11 px', () => {
    expect(placed.width / placed.height).toBeGreaterThanOrEqual(1 / 3)
    expect(placed.width / placed.height).toBeLessThanOrEqual(3)
    for (const box of placed.boxes) {
      expect(box.x + box.width).toBeLessThanOrEqual(placed.width)
      expect(box.y + box.height).toBeLessThanOrEqual(placed.height)
    }
    const sizes = [...placed.boxes.flatMap(({ texts }) => texts), ...placed.captions].map(({ sizePx }) => sizePx)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11)
  })

  test('no more than 150 nodes and subnets', () => {
    const counted = placed.boxes.filter(({ element }) => element.kind === 'node' || element.form === 'subnet')
    expect(counted.length).toBeLessThanOrEqual(150)
  })
})

test('the rules hold for any graph', async () => {
  await fc.assert(
    fc.asyncProperty(resourceReading, async (graph) => {
      const placed = await placeDiagram(architectureView(graph), measureInter)
      expect(overlappingBoxes(placed)).toEqual([])
      expect(escapingBoxes(placed)).toEqual([])
      expect(misplacedLabels(placed)).toEqual([])
      expect(looseEdges(placed)).toEqual([])
      expect(crossingEdges(placed)).toEqual([])
      expect(placed.width / placed.height).toBeGreaterThanOrEqual(1 / 3)
      expect(placed.width / placed.height).toBeLessThanOrEqual(3)
    }),
    { numRuns: 25 },
  )
})
