/** Measures first pages of the simulated worlds: their room, what can be read of them, and what random additions move. */
import { scanSimulatedRegion } from '../scripts/scan-simulated-region.ts'
import type { PlacedDiagram, ViewName } from '../src/diagram/diagram.ts'
import { drawPage, overviewOptions } from '../src/diagram/draw-page.ts'
import { placeDiagram } from '../src/diagram/layout/place-diagram.ts'
import {
  areaPerBox,
  blankestQuarter,
  boxCount,
  clippedNames,
  crampedArrows,
  crowdedLines,
  facingLines,
  fittedLabelPx,
  linesWithoutDetails,
  mistakenArrowheads,
} from '../src/diagram/testing/room.ts'
import { measureInter } from '../src/diagram/typeface/inter.ts'
import { viewNames } from '../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import type { WorldName } from '../src/simulated/world-catalogue.ts'
import { type Figure, figure } from './figure.ts'
import { median } from './median.ts'
import { lineFigures } from './line-figures.ts'
import { movedByCopies } from './moved-elements.ts'

const worlds: readonly WorldName[] = ['three-tier', 'serverless-shop', 'demo', 'denied', 'contrasts', 'full']
/** Fewer boxes leave room on any page. */
const fewestBoxes = 20
/** Of networks and applications. */
const packedViews: ReadonlySet<ViewName> = new Set(['overview', 'architecture', 'network', 'inventory'])
const editCount = 200

type Page = { readonly view: ViewName; readonly placed: PlacedDiagram }

export async function benchFirstPages(say: (line: string) => void): Promise<readonly Figure[]> {
  const pages: Page[] = []
  const moved: Figure[] = []
  for (const world of worlds) {
    const graph = await worldGraph(world)
    for (const view of viewNames) {
      const placed = await firstPage(view, graph)
      pages.push({ view, placed })
      say(`${world} ${view}: ${boxCount(placed)} boxes on ${placed.width} × ${placed.height}`)
    }
    moved.push(...(await movedByEdits(world, graph)))
  }
  const full = pages.filter(({ placed }) => boxCount(placed) >= fewestBoxes)
  const packed = full.filter(({ view }) => packedViews.has(view))
  const sum = (measure: (placed: PlacedDiagram) => number): number =>
    pages.reduce((total, { placed }) => total + measure(placed), 0)
  const area = (of: readonly Page[]): number => median(of.map(({ placed }) => areaPerBox(placed)))
  const ofLines = (silent: (placed: PlacedDiagram) => readonly string[]): number =>
    share(
      sum((page) => silent(page).length),
      sum(({ routes }) => routes.length),
    )
  const labels = pages.map(({ placed }) => fittedLabelPx(placed)).filter((px) => Number.isFinite(px))
  return [
    figure(`canvas of a box on first pages of ${fewestBoxes} boxes and more, median`, area(full), 'px²', 55_000),
    figure('the same on pages of boxes within boxes', area(packed), 'px²', 55_000),
    figure(
      'first pages with labels under 6.5 px when fitted into 1440 × 780',
      labels.filter((px) => px < 6.5).length,
      '',
      0,
    ),
    figure('labels of first pages when fitted into 1440 × 780, median', median(labels), 'px'),
    figure(
      'names that are shortened',
      share(
        sum((page) => clippedNames(page).length),
        sum(boxCount),
      ),
      '%',
    ),
    figure(
      'crossings of a line, mean',
      sum(({ routes }) => lineFigures(routes.map(({ points }) => points)).crossings) /
        sum(({ routes }) => routes.length),
      '',
    ),
    figure(
      'lines that begin where another one ends',
      sum((page) => facingLines(page).length),
      '',
      0,
    ),
    figure(
      'arrowheads that another line touches, or turns at',
      sum((page) => mistakenArrowheads(page).length),
      '',
      0,
    ),
    figure(
      'arrows without room for their head',
      sum((page) => crampedArrows(page).length),
      '',
    ),
    figure('lines of which nothing is known beyond their form', ofLines(linesWithoutDetails), '%'),
    figure('lines with a label for which there is no room', ofLines(crowdedLines), '%'),
    figure(
      'first pages with a blank quarter',
      full.filter(({ placed }) => blankestQuarter(placed) === 1).length,
      '',
      0,
    ),
    ...moved,
  ]
}

function share(part: number, whole: number): number {
  return (100 * part) / Math.max(1, whole)
}

async function worldGraph(world: WorldName): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world })
  try {
    return await scanSimulatedRegion(cloud, { onError: () => undefined })
  } finally {
    await cloud.close()
  }
}

async function firstPage(view: ViewName, graph: ResourceGraph): Promise<PlacedDiagram> {
  const page = drawPage(view, graph, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  return placeDiagram(page.diagram, measureInter)
}

/** Of all views, after one resource more, in 200 tries. */
async function movedByEdits(world: WorldName, graph: ResourceGraph): Promise<readonly Figure[]> {
  const { withinPercent, onPagePercent, withinBoxes } = await movedByCopies(graph, viewNames, editCount)
  return [
    figure(`${world}: boxes that move within the box around them when one resource is added`, withinPercent, '%'),
    figure(`${world}: the same, mean number of boxes`, withinBoxes, ''),
    figure(`${world}: boxes that move on the page when one resource is added`, onPagePercent, '%', 10),
  ]
}
