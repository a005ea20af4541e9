/** The rules of legibility on what scans of the simulated worlds draw: every view, and every page that they lead to. */
import { describe, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram, ViewName } from '../../src/diagram/diagram.ts'
import { placeDiagram } from '../../src/diagram/layout/place-diagram.ts'
import { brokenRules } from '../../src/diagram/testing/legibility.ts'
import { measureInter } from '../../src/diagram/typeface/inter.ts'
import { viewNames } from '../../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { WorldName } from '../../src/simulated/world-catalogue.ts'

async function scanOf(world: WorldName): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world })
  try {
    return await scanSimulatedRegion(cloud)
  } finally {
    await cloud.close()
  }
}

function pageOf(view: ViewName, graph: ResourceGraph, focus: string): Diagram {
  const page = drawPage(view, graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

describe.each(['empty', 'three-tier', 'full'] as const)('the world %s', async (world) => {
  const graph = await scanOf(world)

  test.each(viewNames)(
    '%s, overview and detail pages',
    async (view) => {
      const overview = pageOf(view, graph, '')
      for (const focus of ['', ...detailPages(overview).map((page) => page.focus)]) {
        const diagram = pageOf(view, graph, focus)
        const placed = await placeDiagram(diagram, measureInter)
        expect({ focus, broken: brokenRules(placed) }).toEqual({ focus, broken: [] })
        expect(placed.routes).toHaveLength(diagram.edges.length)
      }
    },
    60_000,
  )
})
