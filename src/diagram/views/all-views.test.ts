/** What holds for every view of any account: its size, its gaps, and its order. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Presence, ResourceGraph } from '../../graph/resource-graph.ts'
import { drawPage, overviewOptions } from '../draw-page.ts'
import type { Diagram, NotDrawn } from '../diagram.ts'
import { resourceReading } from '../testing/arbitrary-graph.ts'
import { clique, crowdedSubnet, manyNetworks } from '../testing/pathological-graphs.ts'
import { requestsGraph } from '../testing/requests-graph.ts'
import { deniedGraph, emptyGraph, graphBuilder, largeGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { drawView, viewNames } from './draw-view.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import { elementCount, flattened } from './boxes/group.ts'

function overviews(graph: ResourceGraph): readonly Diagram[] {
  return viewNames.map((view) => {
    const page = drawPage(view, graph, overviewOptions)
    if (page.kind !== 'drawn') throw new Error(page.message)
    return page.diagram
  })
}

const accounts: readonly (readonly [string, () => ResourceGraph])[] = [
  ['nothing', emptyGraph],
  ['three tiers', threeTierGraph],
  ['three tiers, much of it denied', deniedGraph],
  ['every way of requests', () => requestsGraph(12)],
  ['every way of requests, 300 times', () => requestsGraph(300)],
  ['about 1,000 resources', () => largeGraph(8, 12)],
  ['about 20,000 resources', () => largeGraph(60, 50, 2_000)],
  ['5,000 instances in one subnet', () => crowdedSubnet(5_000)],
  ['1,000 networks', () => manyNetworks(1_000)],
  ['a clique of 500', () => clique(500)],
]

describe.each(accounts)('%s', (_, build) => {
  const graph = build()
  const diagrams = overviews(graph)

  test('every page has at most 150 elements and a readable number of arrows', () => {
    for (const { elements, edges } of diagrams) {
      expect(elementCount(elements)).toBeLessThanOrEqual(150)
      expect(edges.length).toBeLessThanOrEqual(500)
    }
  })

  test('ids are unique, edges end at elements, and no element is its own neighbor', () => {
    for (const { elements, edges, view } of diagrams) {
      const ids = flattened(elements).map(({ id }) => id)
      expect([view, ids.filter((id, position) => ids.indexOf(id) !== position)]).toEqual([view, []])
      const known = new Set(ids)
      for (const { source, target } of edges) {
        expect(known.has(source) && known.has(target) && source !== target).toBe(true)
      }
    }
  })

  test('flows have groups one level deep only', () => {
    for (const { layout, elements } of diagrams) {
      if (layout === 'containment') continue
      const nested = elements.flatMap((each) => (each.kind === 'group' ? each.children : []))
      expect(nested.filter(({ kind }) => kind === 'group')).toEqual([])
    }
  })
})

function keysOf({ resources }: ResourceGraph, wanted: Presence): ReadonlySet<string> {
  return new Set(resources.filter(({ presence }) => presence === wanted).map((resource) => resourceKey(resource)))
}

function isOutside({ what }: NotDrawn): boolean {
  return /^targets? outside this scan$/u.test(what)
}

describe.each(accounts.slice(0, 6))('%s', (_, build) => {
  const graph = build()

  test('in each view, drawn and not drawn resources together are all resources, read or outside the scan', () => {
    const [read, outside] = [keysOf(graph, 'read'), keysOf(graph, 'external')]
    for (const { view, elements, notDrawn } of overviews(graph)) {
      const members = flattened(elements).flatMap((each) => each.members.map((member) => resourceKey(member)))
      const drawn = new Set(members.filter((key) => read.has(key))).size
      const leftOut = notDrawn.filter(
        (each) => !isOutside(each) && !/^(?:arrows |types that|resources of types)/u.test(each.what),
      )
      expect([view, drawn + leftOut.reduce((sum, { count }) => sum + count, 0)]).toEqual([view, read.size])
      const drawnOutside = new Set(members.filter((key) => outside.has(key))).size
      expect([view, drawnOutside + (notDrawn.find(isOutside)?.count ?? 0)]).toEqual([view, outside.size])
    }
  })

  test('is the same regardless of the order of the graph', () => {
    const shuffled: ResourceGraph = {
      ...graph,
      resources: graph.resources.toReversed(),
      relations: graph.relations.toReversed(),
      coverage: graph.coverage.toReversed(),
    }
    expect(overviews(shuffled)).toEqual(overviews(graph))
  })
})

test('the order in which a scan found resources has no effect on any view', () => {
  fc.assert(
    fc.property(resourceReading, (graph) => {
      const shuffled: ResourceGraph = {
        ...graph,
        resources: graph.resources.toReversed(),
        relations: graph.relations.toReversed(),
        coverage: graph.coverage.toReversed(),
      }
      expect(overviews(shuffled)).toEqual(overviews(graph))
    }),
    { numRuns: 40 },
  )
})

test.each(viewNames)(
  'a page of the view %s that fits exactly is drawn as it is, and simplified from one box less on',
  (view) => {
    for (const graph of [threeTierGraph(), requestsGraph(12)]) {
      const whole = drawView(view, graph, { elementLimit: 1_000 }).elements
      const count = elementCount(whole)
      // In data flows, two frames of applications take the room of a box.
      const frames = view === 'dataflow' ? whole.filter(({ form }) => form === 'category').length : 0
      const fitting = count + Math.floor(frames / 2)
      expect(drawView(view, graph, { elementLimit: fitting }).elements).toEqual(whole)
      // A dozen boxes are not always made fewer.
      const simpler = drawView(view, graph, { elementLimit: fitting - 1 }).elements
      expect(elementCount(simpler)).toBeLessThan(Math.max(count, 13))
    }
  },
)

test('any account keeps the limit in any view', () => {
  fc.assert(
    fc.property(resourceReading, (graph) => {
      for (const { elements } of overviews(graph)) expect(elementCount(elements)).toBeLessThanOrEqual(150)
    }),
    { numRuns: 60 },
  )
})

/** A graph in which these types are denied. */
function deniedOf(types: readonly string[]): ResourceGraph {
  const graph = graphBuilder()
  graph.add('AWS::EC2::VPC', 'vpc-1', 'only')
  for (const type of types) graph.deny(type)
  const built = graph.build()
  const coverage = types.map((type) => ({
    type,
    countKey: type,
    status: 'denied' as const,
    count: null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: 'Access denied',
    action: 'service:List',
    deniedBy: null,
    statement: null,
  }))
  return { ...built, coverage }
}

function gapsIn({ elements }: Diagram) {
  return flattened(elements).filter(({ kind, form }) => kind === 'node' && form === 'gap')
}

describe("what couldn't be read", () => {
  test.each([
    ['AWS::EC2::Subnet', ['architecture', 'network', 'inventory', 'overview']],
    ['AWS::EC2::RouteTable', ['architecture', 'network', 'inventory', 'overview']],
    ['AWS::SQS::Queue', ['architecture', 'dataflow', 'security', 'inventory', 'overview']],
    ['AWS::Lambda::EventSourceMapping', ['architecture', 'dataflow', 'inventory', 'overview']],
    ['AWS::EC2::SecurityGroup', ['architecture', 'security', 'inventory', 'overview']],
    ['AWS::KMS::Key', ['architecture', 'inventory', 'overview']],
  ])('%s is a box on each first page where it would stand, and at the foot of detail pages', (type, views) => {
    const denied = deniedOf([type])
    const first = overviews(denied).filter((diagram) => gapsIn(diagram).length > 0)
    expect(first.map(({ view }) => view)).toEqual(views)
    const details = viewNames
      .map((view) => drawView(view, denied, { page: 'vpc-1' }))
      .filter((diagram) => diagram.view !== 'inventory')
    expect(details.flatMap((diagram) => gapsIn(diagram))).toEqual([])
    const said = details.filter(({ notDrawn }) => notDrawn.some(({ what }) => what.includes("couldn't be read")))
    expect(said.map(({ view }) => view)).toEqual(views.filter((view) => view !== 'inventory'))
  })

  test('is a gap in the inventory for each type, regardless of their number', () => {
    const types = Array.from({ length: 160 }, (_, number) => `AWS::Service${number % 40}::Type${number}`)
    expect(gapsIn(drawView('inventory', deniedOf(types)))).toHaveLength(40)
  })
})
