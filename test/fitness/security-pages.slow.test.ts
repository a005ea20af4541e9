/** Tests that the security view around a resource shows who may connect to it, in all simulated worlds. */
import { expect, test } from 'vitest'
import { type GoldenAccount, goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram } from '../../src/diagram/diagram.ts'
import { flattened } from '../../src/diagram/views/boxes/group.ts'
import { indexGraph, resourceKey } from '../../src/graph/graph-index.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'

const accounts: readonly GoldenAccount[] = [
  goldenAccount('three-tier'),
  goldenAccount('full'),
  { name: 'demo', world: 'demo', alias: 'demo', region: 'us-east-1' },
  { name: 'wordpress', world: 'wordpress', alias: 'wordpress', region: 'us-west-2' },
]
const mostPages = 30

function pageOf(graph: ResourceGraph, focus: string): Diagram {
  const page = drawPage('security', graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

test.each(accounts)(
  '$name: the page around a resource has all sources that its security groups allow',
  async (account) => {
    const graph = await scanGoldenAccount(account)
    const first = pageOf(graph, '')
    const summaries = new Set(
      flattened(first.elements)
        .filter(({ form }) => form === 'stack')
        .map(({ id }) => id),
    )
    const arrows = first.edges.filter(({ form, source }) => form === 'reach' && !summaries.has(source))
    const expected = graph.resources.flatMap((resource) => {
      const groups = indexGraph(graph).targets(resource, 'associated with', 'AWS::EC2::SecurityGroup')
      const keys = new Set(groups.map((group) => resourceKey(group)))
      const incoming = arrows.filter(({ target }) => keys.has(target))
      // A page around a network interface of a resource has no box.
      return incoming.length === 0 || resource.type === 'AWS::EC2::NetworkInterface' ? [] : [{ resource, incoming }]
    })
    expect(expected.length).toBeGreaterThan(0)
    const missing = expected.slice(0, mostPages).flatMap(({ resource, incoming }) => {
      const key = resourceKey(resource)
      const { edges } = pageOf(graph, key)
      return incoming
        .filter(({ source, target }) => !edges.some((each) => each.source === source && each.target === target))
        .map(({ id }) => `${key}: ${id}`)
    })
    expect(missing).toEqual([])
  },
)
