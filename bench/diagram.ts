/** What pictures cost, how they compare with those of general layout engines, and how much of them a small change moves. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drawView, viewNames } from '../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { accountGraph } from './account-graphs.ts'
import { runEngine } from './engine-runs.ts'
import { type Figure, figure } from './figure.ts'
import { movedPercent, withOneMore } from './moved-elements.ts'
import { comparePages } from './page-comparison.ts'
import { pageOfGraph } from './page-graph.ts'
import { benchStall } from './picture-stall.ts'

const sizes = [60, 1_000, 5_000, 20_000] as const
const dotTimeoutMs = 120_000

type ViewsFigures = { readonly firstMs: number; readonly warmMs: number; readonly peakBytes: number }

export async function benchDiagram(say: (line: string) => void): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  try {
    const graphs = new Map<number, ResourceGraph>()
    for (const size of sizes) {
      say(`Scanning a simulated account of ${size} resources`)
      graphs.set(size, await accountGraph(size))
    }
    const pages = [...graphs].flatMap(([resources, graph]) =>
      viewNames.map((view) => ({ resources, diagram: drawView(view, graph) })),
    )
    return [
      ...(await benchTime(graphs, folder, say)),
      ...(await comparePages(pages, folder, say)),
      ...(await benchStability(graphs)),
      ...(await benchStall(say)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchTime(
  graphs: ReadonlyMap<number, ResourceGraph>,
  folder: string,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const measured = new Map<number, ViewsFigures>()
  for (const [size, graph] of graphs) measured.set(size, await drawAll(graph, folder))
  const of = (size: number): ViewsFigures =>
    measured.get(size) ?? { firstMs: Number.NaN, warmMs: Number.NaN, peakBytes: Number.NaN }
  const [small, middle, large] = [of(1_000), of(5_000), of(20_000)]
  say('Laying 5,000 resources out with dot')
  const graph = graphs.get(5_000)
  const [dot] =
    graph === undefined ? [] : await runEngine('dot', [pageOfGraph(graph)], { folder, timeoutMs: dotTimeoutMs, say })
  const dotMs = dot?.durationMs ?? dotTimeoutMs
  const dotName = dot === undefined || dot === null ? `dot, ended after ${dotTimeoutMs / 1000} s` : 'dot'
  return [
    figure(
      `5,000 resources: five views in SVG, once warm ÷ one layout of all by ${dotName}`,
      middle.warmMs / dotMs,
      '×',
      0.2,
    ),
    figure('5,000 resources: five views in SVG, first time', middle.firstMs / 1000, 's'),
    figure('5,000 resources: five views in SVG, once warm', middle.warmMs / 1000, 's'),
    figure('20,000 resources: five views in SVG, first time', large.firstMs / 1000, 's'),
    figure('20,000 resources: five views in SVG, once warm', large.warmMs / 1000, 's'),
    figure('5,000 resources: one layout of all by dot', dotMs / 1000, 's'),
    figure('time of 20,000 ÷ that of 1,000 resources, ÷ 20', large.warmMs / small.warmMs / 20, '×', 1),
    figure('20,000 resources: peak of memory, the graph included', large.peakBytes / 2 ** 20, 'MiB', 500),
  ]
}

async function drawAll(graph: ResourceGraph, folder: string): Promise<ViewsFigures> {
  const file = join(folder, 'graph.json')
  await writeFile(file, JSON.stringify(graph))
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'views-process.ts'), file])
  return JSON.parse(stdout) as ViewsFigures
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
        figure(`${size.toLocaleString('en')} resources: boxes of all views that ${name} more moves`, moved, '%'),
      )
    }
  }
  return figures
}
