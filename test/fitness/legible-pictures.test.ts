/** Tests the legibility rules on diagrams of the simulated worlds: every view and every page. */
import { describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram, ViewName } from '../../src/diagram/diagram.ts'
import { placeDiagram } from '../../src/diagram/layout/place-diagram.ts'
import { brokenRules } from '../../src/diagram/testing/legibility.ts'
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

  test.each(viewNames)('%s, overview and detail pages', async (view) => {
    const overview = pageOf(view, graph, '')
    const pages = detailPages(overview).slice(0, mostPages)
    for (const focus of ['', ...pages.map((page) => page.focus)]) {
      const diagram = pageOf(view, graph, focus)
      const placed = await placeDiagram(diagram, measureInter)
      expect({ focus, broken: brokenRules(placed) }).toEqual({ focus, broken: [] })
      expect(placed.routes).toHaveLength(diagram.edges.length)
    }
  })
})
