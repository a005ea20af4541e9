/** Measures time and memory of all views in SVG, for accounts of several sizes and for pathological ones. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clique, crowdedSubnet, manyNetworks } from '../src/diagram/testing/pathological-graphs.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { runEngine } from './engine-runs.ts'
import { bound, type Figure, figure } from './figure.ts'
import { readNodeOptions } from './node-options.ts'
import { pageOfGraph } from './page-graph.ts'
import type { ViewsFigures } from './views-process.ts'

/** The timeout of `dot`, and of all own rounds. */
const timeoutMs = 90_000
/** The limit for pathological graphs, which are drawn simplified. */
const mostPathologicalS = 10
/** Enough rounds for the code to be compiled. */
const rounds = 8
const what = 'all views in SVG'

/** `graphs` has accounts of 1,000, 5,000, and 20,000 resources. */
export async function benchViewsTime(
  graphs: ReadonlyMap<number, ResourceGraph>,
  folder: string,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const measured = new Map<number, ViewsFigures | null>()
  for (const [size, graph] of graphs) measured.set(size, await drawAll(graph, rounds, folder))
  const of = (size: number): ViewsFigures | null => measured.get(size) ?? null
  const [small, middle, large] = [of(1_000), of(5_000), of(20_000)]
  if (small === null || middle === null || large === null) return [bound(what, timeoutMs / 1000, 's', 0)]
  say('Laying 5,000 resources out with dot')
  const graph = graphs.get(5_000)
  const [dot = null] =
    graph === undefined
      ? []
      : await runEngine('dot', [pageOfGraph(graph)], { folder, timeoutMs, budgetMs: timeoutMs, say })
  const dotMs = dot?.durationMs ?? timeoutMs
  const dotFigure = dot === null ? bound : figure
  return [
    figure(`5,000 resources: ${what}, once warm ÷ one layout of all by dot`, middle.warmMs / dotMs, '×', 0.2),
    figure(`5,000 resources: ${what}, first time ÷ one layout of all by dot`, middle.firstMs / dotMs, '×'),
    dotFigure('5,000 resources: one layout of all by dot', dotMs / 1000, 's'),
    ...[['5,000', middle] as const, ['20,000', large] as const].flatMap(([size, { firstMs, warmMs }]) => [
      figure(`${size} resources: ${what}, first time`, firstMs / 1000, 's'),
      figure(`${size} resources: ${what}, once warm`, warmMs / 1000, 's'),
    ]),
    figure('loading the drawing code', middle.loadMs / 1000, 's'),
    figure('time of 20,000 ÷ that of 1,000 resources, ÷ 20', large.warmMs / small.warmMs / 20, '×', 1),
    figure('20,000 resources: peak memory, including the graph', large.peakBytes / 2 ** 20, 'MiB', 500),
  ]
}

export async function benchPathologicalTime(folder: string, say: (line: string) => void): Promise<readonly Figure[]> {
  const accounts: readonly (readonly [string, () => ResourceGraph])[] = [
    ['5,000 instances in one subnet', () => crowdedSubnet(5_000)],
    ['1,000 networks', () => manyNetworks(1_000)],
    ['a clique of 500 security groups, and 500 functions that all use 500 queues', () => clique(500)],
  ]
  const figures: Figure[] = []
  for (const [name, build] of accounts) {
    say(`Drawing ${name}`)
    const drawn = await drawAll(build(), 1, folder)
    const title = `${name}: ${what}, first time`
    figures.push(
      drawn === null
        ? bound(title, timeoutMs / 1000, 's', mostPathologicalS)
        : figure(title, drawn.firstMs / 1000, 's', mostPathologicalS),
    )
  }
  return figures
}

/** In a process with the options of the service. Returns `null` on timeout. */
async function drawAll(graph: ResourceGraph, mostRounds: number, folder: string): Promise<ViewsFigures | null> {
  const file = join(folder, 'graph.json')
  await writeFile(file, JSON.stringify(graph))
  const program = [
    ...(await readNodeOptions()),
    join(import.meta.dirname, 'views-process.ts'),
    file,
    String(mostRounds),
  ]
  const run = promisify(execFile)(process.execPath, program, { timeout: timeoutMs, killSignal: 'SIGKILL' })
  try {
    const { stdout } = await run
    return JSON.parse(stdout) as ViewsFigures
  } catch (error) {
    if (run.child.killed) return null
    throw error
  }
}
