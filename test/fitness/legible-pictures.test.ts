/** Tests the legibility rules on diagrams of the simulated worlds: every view and every page. */
import { describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram, ViewName } from '../../src/diagram/diagram.ts'
import { placeDiagram } from '../../src/diagram/layout/place-diagram.ts'
import { brokenRules } from '../../src/diagram/testing/legibility.ts'
import { areaPerBox, blankestQuarter, boxCount } from '../../src/diagram/testing/room.ts'
import { measureInter } from '../../src/diagram/typeface/inter.ts'
import { viewNames } from '../../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'

function pageOf(view: ViewName, graph: ResourceGraph, focus: string): Diagram {
  const page = drawPage(view, graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

/** Limits the detail pages, because a large account has many similar ones. */
const worlds = [
  ['empty', Infinity],
  ['three-tier', Infinity],
  ['denied', Infinity],
  ['full', Infinity],
  ['large', 2],
] as const

describe.each(worlds)('the world %s', async (world, mostPages) => {
  const graph = await scanGoldenAccount(goldenAccount(world))

  test.each(viewNames)(
    '%s, overview and detail pages',
    async (view) => {
      const overview = pageOf(view, graph, '')
      const pages = detailPages(overview).slice(0, mostPages)
      for (const focus of ['', ...pages.map((page) => page.focus)]) {
        const diagram = pageOf(view, graph, focus)
        const placed = await placeDiagram(diagram, measureInter)
        expect({ focus, broken: brokenRules(placed) }).toEqual({ focus, broken: [] })
        expect(placed.routes).toHaveLength(diagram.edges.length)
      }
    },
    60_000,
  )
})

/** Views of boxes within boxes; what stands in layers needs room for its lines. */
const packedViews: readonly ViewName[] = ['overview', 'architecture', 'inventory']

test('first pages of 20 boxes and more take at most 55,000 px² a box in the middle, and have no blank quarter', async () => {
  const areas: number[] = []
  for (const world of ['three-tier', 'denied', 'full']) {
    const graph = await scanGoldenAccount(goldenAccount(world))
    for (const view of packedViews) {
      const placed = await placeDiagram(pageOf(view, graph, ''), measureInter)
      if (boxCount(placed) < 20) continue
      areas.push(areaPerBox(placed))
      expect([world, view, blankestQuarter(placed) < 1]).toEqual([world, view, true])
    }
  }
  expect(areas.toSorted((one, other) => one - other)[Math.floor(areas.length / 2)]).toBeLessThanOrEqual(55_000)
}, 60_000)
