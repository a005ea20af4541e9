/** Tests the legibility rules on diagrams of the simulated worlds: every view and every page. */
import { describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram, PlacedDiagram, ViewName } from '../../src/diagram/diagram.ts'
import { placeDiagram } from '../../src/diagram/layout/place-diagram.ts'
import { brokenRules } from '../../src/diagram/testing/legibility.ts'
import { areaPerBox, blankestQuarter, boxCount, crowdedLines, fittedLabelPx } from '../../src/diagram/testing/room.ts'
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

describe('first pages', async () => {
  const pages: { readonly name: string; readonly placed: PlacedDiagram }[] = []
  for (const [world] of worlds) {
    const graph = await scanGoldenAccount(goldenAccount(world))
    for (const view of viewNames) {
      pages.push({ name: `${world} ${view}`, placed: await placeDiagram(pageOf(view, graph, ''), measureInter) })
    }
  }
  const full = pages.filter(({ placed }) => boxCount(placed) >= 20)
  const failing = (isWrong: (placed: PlacedDiagram) => boolean, of = pages): readonly string[] =>
    of.filter(({ placed }) => isWrong(placed)).map(({ name }) => name)

  test('have at most 75 boxes', () => {
    expect(failing((placed) => boxCount(placed) > 75)).toEqual([])
  })

  test('have labels of 6.5 px and more when fitted into 1,440 × 780', () => {
    expect(failing((placed) => fittedLabelPx(placed) < 6.5)).toEqual([])
  })

  test('are at most 2.5 times as wide as high, and at most twice as high as wide', () => {
    expect(failing(({ width, height }) => width > 2.5 * height + 1 || height > 2 * width + 1)).toEqual([])
  })

  test('of 20 boxes and more take at most 55,000 px² a box in the middle, and 70,000 at most', () => {
    const areas = full.map(({ placed }) => areaPerBox(placed)).toSorted((one, other) => one - other)
    expect(areas[Math.floor(areas.length / 2)]).toBeLessThanOrEqual(55_000)
    expect(failing((placed) => areaPerBox(placed) > 70_000, full)).toEqual([])
  })

  test('of 20 boxes and more have no blank quarter', () => {
    expect(failing((placed) => blankestQuarter(placed) === 1, full)).toEqual([])
  })

  test('of known labels, leave out at most one of five', () => {
    const known = pages.flatMap(({ placed }) => placed.routes.filter(({ edge }) => edge.label !== ''))
    const crowded = pages.flatMap(({ placed }) => crowdedLines(placed))
    expect(crowded.length / known.length).toBeLessThanOrEqual(0.2)
  })
}, 60_000)
