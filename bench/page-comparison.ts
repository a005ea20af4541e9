/**
 * Compares pages with those of general layout engines for the same boxes and lines: crossings, lengths, and aspect
 * ratios.
 */
import type { Diagram } from '../src/diagram/diagram.ts'
import { placeDiagram } from '../src/diagram/layout/place-diagram.ts'
import { measureInter } from '../src/diagram/typeface/inter.ts'
import { type EngineRun, runEngine } from './engine-runs.ts'
import { type Figure, figure } from './figure.ts'
import type { EngineName } from './layout-engines.ts'
import { lineFigures } from './line-figures.ts'
import { pageOfDiagram } from './page-graph.ts'

export type Page = { readonly resources: number; readonly diagram: Diagram }

type Compared = { readonly page: Page; readonly ours: EngineRun; readonly theirs: EngineRun | null }
type Measure = 'crossings' | 'lengthPx' | 'durationMs'

const engineNames: readonly EngineName[] = ['dot', 'elk', 'dagre', 'd2']
const timeoutMs = 20_000
/** The time limit for all pages of one engine, so that the bench ends on a slow machine too. */
const budgetMs = 60_000
/** From this size on, lines of containment pages are at most half as long as ELK's. */
const largeFrom = 1_000

export async function comparePages(
  pages: readonly Page[],
  folder: string,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const ours: EngineRun[] = []
  for (const { diagram } of pages) ours.push(await ownRun(diagram))
  const withLines = pages.flatMap((page, position) => {
    const run = ours[position]
    return run === undefined || page.diagram.edges.length === 0 ? [] : [{ page, ours: run }]
  })
  const figures: Figure[] = [
    figure(
      'longer ÷ shorter side of any page',
      Math.max(...ours.map(({ width, height }) => sides(width, height))),
      '×',
      3,
    ),
  ]
  for (const engine of engineNames) {
    say(`Laying ${withLines.length} pages out with ${engine}`)
    const graphs = withLines.map(({ page }) => pageOfDiagram(page.diagram))
    const runs = await runEngine(engine, graphs, { folder, timeoutMs, budgetMs, say })
    const compared = withLines.map((each, position): Compared => ({ ...each, theirs: runs[position] ?? null }))
    figures.push(...figuresAgainst(engine, compared))
  }
  return figures
}

async function ownRun(diagram: Diagram): Promise<EngineRun> {
  const startedAt = performance.now()
  const { width, height, routes } = await placeDiagram(diagram, measureInter)
  const durationMs = performance.now() - startedAt
  return { durationMs, width, height, ...lineFigures(routes.map(({ points }) => points)) }
}

function figuresAgainst(engine: EngineName, compared: readonly Compared[]): readonly Figure[] {
  const of = (layout: Diagram['layout'], from = 0): readonly Compared[] =>
    compared.filter(({ page }) => page.diagram.layout === layout && page.resources >= from)
  const [containment, large, flow] = [of('containment'), of('containment', largeFrom), of('flow')]
  const finished = compared.flatMap(({ theirs }) => theirs ?? [])
  return [
    figure(
      `containment pages: crossings ÷ those of ${engine}`,
      ratio(containment, 'crossings'),
      '×',
      engine === 'dot' ? 2 : engine === 'elk' ? 1.5 : null,
    ),
    figure(
      `containment pages of ${largeFrom.toLocaleString('en')} resources and more: length of lines ÷ that of ${engine}`,
      ratio(large, 'lengthPx'),
      '×',
      engine === 'elk' ? 0.5 : null,
    ),
    figure(`flow pages: crossings ÷ those of ${engine}`, ratio(flow, 'crossings'), '×', engine === 'elk' ? 1.1 : null),
    figure(
      `flow pages: length of lines ÷ that of ${engine}`,
      ratio(flow, 'lengthPx'),
      '×',
      engine === 'elk' ? 1.1 : null,
    ),
    figure(`time of pages that ${engine} finished ÷ that of ${engine}`, ratio(compared, 'durationMs'), '×'),
    figure(
      `longer ÷ shorter side of pages by ${engine}`,
      Math.max(...finished.map(({ width, height }) => sides(width, height))),
      '×',
    ),
    figure(
      `pages that ${engine} did not finish in ${timeoutMs / 1000} s each and ${budgetMs / 1000} s for all`,
      compared.length - finished.length,
      'pages',
    ),
  ]
}

/** Compares the sums over all pages that the engine finished, because a single page may have no crossing. */
function ratio(compared: readonly Compared[], measure: Measure): number {
  const ended = compared.filter(({ theirs }) => theirs !== null)
  const [ours, theirs] = [
    total(ended, (each) => each.ours[measure]),
    total(ended, (each) => each.theirs?.[measure] ?? 0),
  ]
  return theirs === 0 ? (ours === 0 ? 1 : Infinity) : ours / theirs
}

function total(compared: readonly Compared[], value: (each: Compared) => number): number {
  return compared.reduce((sum, each) => sum + value(each), 0)
}

function sides(width: number, height: number): number {
  return Math.max(width / height, height / width)
}
