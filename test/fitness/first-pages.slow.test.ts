/**
 * Tests the rules of legibility, the room, the lines, and the stability of the first pages of all simulated worlds, and of
 * some of their detail pages.
 */
import { describe, expect, test } from 'vitest'
import { lineFigures } from '../../bench/line-figures.ts'
import { movedByCopies, withOneMore } from '../../bench/moved-elements.ts'
import { type GoldenAccount, goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import type { Diagram, PlacedDiagram, ViewName } from '../../src/diagram/diagram.ts'
import { placeBoxes, placeDiagram } from '../../src/diagram/layout/place-diagram.ts'
import { brokenRules } from '../../src/diagram/testing/legibility.ts'
import { offState } from '../../src/diagram/off-state.ts'
import {
  areaPerBox,
  blankestQuarter,
  boxCount,
  crampedArrows,
  crowdedLines,
  facingLines,
  fittedLabelPx,
  mistakenArrowheads,
  unsaidStates,
} from '../../src/diagram/testing/room.ts'
import { measureInter } from '../../src/diagram/typeface/inter.ts'
import { elementCount } from '../../src/diagram/views/boxes/group.ts'
import { viewNames } from '../../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import type { WorldName } from '../../src/simulated/world-catalogue.ts'

const other = (world: WorldName, region = 'us-east-1'): GoldenAccount => ({ name: world, world, alias: world, region })
const accounts = [
  ...['empty', 'three-tier', 'denied', 'full', 'large'].map(goldenAccount),
  ...(['demo', 'contrasts', 'serverless-shop', 'exposure-traps'] as const).map((world) => other(world)),
  other('wordpress', 'us-west-2'),
]
const graphs = new Map<string, ResourceGraph>()
for (const account of accounts) graphs.set(account.name, await scanGoldenAccount(account))

type Page = { readonly name: string; readonly diagram: Diagram; readonly placed: PlacedDiagram }
/** Of each view. A large account has many similar detail pages. */
const mostDetailPages = 6
const pages: Page[] = []
const details: Page[] = []
for (const [world, graph] of graphs) {
  for (const view of viewNames) {
    const first = pageOf(view, graph, '')
    pages.push(await placedPage(`${world} ${view}`, first))
    for (const { focus } of detailPages(first).slice(0, mostDetailPages))
      details.push(await placedPage(`${world} ${view} ${focus}`, pageOf(view, graph, focus)))
  }
}

async function placedPage(name: string, diagram: Diagram): Promise<Page> {
  return { name, diagram, placed: await placeDiagram(diagram, measureInter) }
}

function pageOf(view: ViewName, graph: ResourceGraph, focus: string): Diagram {
  const page = drawPage(view, graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

const full = pages.filter(({ placed }) => boxCount(placed) >= 20)

function failing(isWrong: (placed: PlacedDiagram) => boolean, of: readonly Page[] = pages): readonly string[] {
  return of.filter(({ placed }) => isWrong(placed)).map(({ name }) => name)
}

function isStrip({ width, height }: PlacedDiagram): boolean {
  return width > 2.5 * height + 1 || height > 2 * width + 1
}

function medianAreaPerBox(of: readonly Page[]): number {
  const areas = of.filter(({ placed }) => boxCount(placed) >= 20).map(({ placed }) => areaPerBox(placed))
  return areas.toSorted((one, other) => one - other)[Math.floor(areas.length / 2)] ?? 0
}

function sum(measure: (placed: PlacedDiagram) => number): number {
  return pages.reduce((total, { placed }) => total + measure(placed), 0)
}

function crossings({ routes }: PlacedDiagram): number {
  return lineFigures(routes.map(({ points }) => points)).crossings
}

function crossingsOf(name: string): number {
  const page = pages.find((each) => each.name === name)
  if (page === undefined) throw new Error(`There is no page ${name}`)
  return crossings(page.placed)
}

test('first and detail pages follow the rules of legibility, and have every line', () => {
  const all = [...pages, ...details]
  expect(all.flatMap(({ name, placed }) => brokenRules(placed).map((rule) => ({ name, rule })))).toEqual([])
  expect(all.map(({ name, placed }) => [name, placed.routes.length])).toEqual(
    all.map(({ name, diagram }) => [name, diagram.edges.length]),
  )
})

describe('first pages', () => {
  test('have at most 75 boxes', () => {
    expect(failing((placed) => boxCount(placed) > 75)).toEqual([])
  })

  test('have labels of 6.5 px and more when fitted into 1,440 × 780', () => {
    expect(failing((placed) => fittedLabelPx(placed) < 6.5)).toEqual([])
  })

  test('are at most 2.5 times as wide as high, and at most twice as high as wide', () => {
    expect(failing(isStrip)).toEqual([])
  })

  test('of 20 boxes and more take at most 55,000 px² a box in the middle, and 70,000 at most', () => {
    expect(medianAreaPerBox(pages)).toBeLessThanOrEqual(55_000)
    expect(failing((placed) => areaPerBox(placed) > 70_000, full)).toEqual([])
  })

  test('of 20 boxes and more have no blank quarter', () => {
    expect(failing((placed) => blankestQuarter(placed) === 1, full)).toEqual([])
  })
})

describe('detail pages', () => {
  test('have at most 150 boxes', () => {
    expect(details.length).toBeGreaterThan(50)
    expect(failing((placed) => boxCount(placed) > 150, details)).toEqual([])
  })

  test('are at most 2.5 times as wide as high, and at most twice as high as wide', () => {
    expect(failing(isStrip, details)).toEqual([])
  })

  test('of 20 boxes and more take at most 55,000 px² a box in the middle, and have no blank quarter', () => {
    expect(medianAreaPerBox(details)).toBeLessThanOrEqual(55_000)
    expect(failing((placed) => boxCount(placed) >= 20 && blankestQuarter(placed) === 1, details)).toEqual([])
  })
})

describe('lines', () => {
  test('cross others at most one and a half times on average', () => {
    expect(sum(crossings) / sum(({ routes }) => routes.length)).toBeLessThan(1.5)
  })

  test('of a flow in columns hardly cross', () => {
    // Two applications, of which one has databases that security groups alone connect.
    expect(crossingsOf('demo dataflow')).toBeLessThanOrEqual(9)
    expect(crossingsOf('serverless-shop dataflow')).toBeLessThanOrEqual(4)
  })

  test('begin where no other one ends', () => {
    expect(failing((placed) => facingLines(placed).length > 0)).toEqual([])
  })

  test('turn before their arrowhead', () => {
    expect(sum((placed) => crampedArrows(placed).length)).toBeLessThanOrEqual(0)
  })

  test('stay clear of the arrowheads of others', () => {
    expect(failing((placed) => mistakenArrowheads(placed).length > 0)).toEqual([])
  })

  test('of known labels, leave out at most one of eight', () => {
    const known = sum(({ routes }) => routes.filter(({ edge }) => edge.label !== '').length)
    expect(sum((placed) => crowdedLines(placed).length) / known).toBeLessThanOrEqual(1 / 8)
  })

  test('that are not in use say so, also where there is no room for the rest of the label', () => {
    const states = sum(({ routes }) => routes.filter(({ edge }) => offState(edge.label) !== '').length)
    expect(states).toBeGreaterThan(60)
    expect(sum((placed) => unsaidStates(placed).length)).toBeLessThanOrEqual(8)
  })
})

test('boxes that are placed without routes are where the page has them', async () => {
  for (const [world, graph] of graphs) {
    for (const view of viewNames) {
      const page = pages.find(({ name }) => name === `${world} ${view}`)
      expect((await placeBoxes(pageOf(view, graph, ''), measureInter)).map(placeOf)).toEqual(
        page?.placed.boxes.map(placeOf),
      )
    }
  }
})

function placeOf({ element, parentId, x, y, width, height }: Awaited<ReturnType<typeof placeBoxes>>[number]) {
  return { id: element.id, parentId, x, y, width, height }
}

test('a page with slightly too small labels keeps its boxes if the next smaller one had half of them', () => {
  const full = graphs.get('full')
  if (full === undefined) throw new Error('There is no full')
  const [before, after] = [full, withOneMore(full, 'AWS::EC2::NatGateway')].map((graph) =>
    elementCount(pageOf('architecture', graph, '').elements),
  )
  expect(after).toBeGreaterThan(0.9 * (before ?? Infinity))
})

describe('resources that are added one by one move few of the other boxes', () => {
  /** In percent, in the box around them. One of 30 boxes is 3 % already: above 2 %, one box moves on average. */
  test.each([
    { world: 'three-tier', copies: 200, within: 3, onPage: 7 },
    { world: 'denied', copies: 200, within: 2.5, onPage: 10 },
    { world: 'demo', copies: 200, within: 3, onPage: 8 },
    { world: 'serverless-shop', copies: 200, within: 4.5, onPage: 9 },
    { world: 'exposure-traps', copies: 200, within: 3, onPage: 5.5 },
    { world: 'wordpress', copies: 200, within: 5.5, onPage: 10 },
    { world: 'full', copies: 60, within: 2, onPage: 3.5 },
    { world: 'contrasts', copies: 60, within: 1.9, onPage: 3 },
  ])(
    '$world',
    async ({ world, copies, within, onPage }) => {
      const graph = graphs.get(world)
      if (graph === undefined) throw new Error(`There is no ${world}`)
      const { withinPercent, onPagePercent, withinBoxes } = await movedByCopies(graph, viewNames, copies)
      expect(withinPercent).toBeLessThanOrEqual(within)
      expect(onPagePercent).toBeLessThanOrEqual(onPage)
      expect(withinPercent <= 2 || withinBoxes <= 1.5).toBe(true)
    },
    600_000,
  )
})
