/**
 * Measures the cost of diagrams, compares them with those of general layout engines, and measures how much a small
 * change moves.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawView, viewNames } from '../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { accountGraph } from './account-graphs.ts'
import { type Figure, figure, unmeasured } from './figure.ts'
import { benchFirstPages } from './first-pages.ts'
import { movedPercent, withOneMore } from './moved-elements.ts'
import { comparePages } from './page-comparison.ts'
import { benchStall } from './picture-stall.ts'
import { waitForQuiet } from './quiet-machine.ts'
import { benchPathologicalTime, benchViewsTime } from './views-time.ts'

const sizes = [60, 1_000, 5_000, 20_000] as const

export async function benchDiagram(say: (line: string) => void): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  try {
    const graphs = new Map<number, ResourceGraph>()
    for (const size of sizes) {
      say(`Scanning a simulated account of ${size} resources`)
      graphs.set(size, await accountGraph(size))
    }
    const parts: readonly (readonly [string, () => Promise<readonly Figure[]>])[] = [
      ['The time of all views', () => benchViewsTime(graphs, folder, say)],
      ['The time of pathological accounts', () => benchPathologicalTime(folder, say)],
      ['Pauses of the event loop', benchStall],
      ['Pages beside those of other engines', () => comparePages(pagesOf(graphs), folder, say)],
      ['What a small change moves', () => benchStability(graphs)],
      ['The room of first pages', () => benchFirstPages(say)],
    ]
    const figures: Figure[] = []
    for (const [name, measure] of parts) {
      say(`${name}: others take ${Math.round(100 * (await waitForQuiet()))} % of the processors`)
      figures.push(...(await measure().catch((error: unknown) => failed(name, error, say))))
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function failed(name: string, error: unknown, say: (line: string) => void): readonly Figure[] {
  say(`${name}: ${String(error)}`)
  return [unmeasured(name)]
}

function pagesOf(graphs: ReadonlyMap<number, ResourceGraph>) {
  return [...graphs].flatMap(([resources, graph]) =>
    viewNames.map((view) => ({ resources, diagram: drawView(view, graph) })),
  )
}

async function benchStability(graphs: ReadonlyMap<number, ResourceGraph>): Promise<readonly Figure[]> {
  const changes = [
    ['one instance', 'AWS::EC2::Instance'],
    ['one subnet', 'AWS::EC2::Subnet'],
    ['one network', 'AWS::EC2::VPC'],
  ] as const
  const figures: Figure[] = []
  for (const size of [60, 5_000]) {
    const graph = graphs.get(size)
    if (graph === undefined) continue
    for (const [name, type] of changes) {
      const moved = await movedPercent(graph, withOneMore(graph, type))
      figures.push(
        figure(`${size.toLocaleString('en')} resources: boxes of all views that move if ${name} is added`, moved, '%'),
      )
    }
  }
  return figures
}
