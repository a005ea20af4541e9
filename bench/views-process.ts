/**
 * Draws all views of a graph as SVG in its own process, like a drawing thread. `node bench/views-process.ts FILE
 * ROUNDS` prints the times and the peak memory.
 */
import { readFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import type { Diagram } from '../src/diagram/diagram.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'

export type ViewsFigures = {
  /** The time of loading the drawing code. */
  readonly loadMs: number
  /** The time of drawing all views for the first time. */
  readonly firstMs: number
  /** The best time of the later rounds; `firstMs` if there are none. */
  readonly warmMs: number
  readonly peakBytes: number
}

const mostRounds = Number(process.argv[3])
/** Further rounds stop after this time. */
const enoughMs = 15_000

enableCompileCache()
const startedToLoadAt = performance.now()
const { renderDiagram } = await import('../src/diagram/render-diagram.ts')
const { drawDiagrams } = await import('../src/drawing/diagrams.ts')
const loadMs = performance.now() - startedToLoadAt

const graph = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as ResourceGraph
const durationsMs: number[] = []
const begunAt = performance.now()
for (let round = 0; round < mostRounds && (round < 2 || performance.now() - begunAt < enoughMs); round += 1) {
  const startedAt = performance.now()
  for (const { content } of await drawDiagrams(graph)) {
    await renderDiagram(content as Diagram, { format: 'svg', theme: 'light' })
  }
  durationsMs.push(performance.now() - startedAt)
}
const [first = 0, ...warm] = durationsMs
const peakBytes = process.resourceUsage().maxRSS * 1024
const figures: ViewsFigures = {
  loadMs,
  firstMs: first,
  warmMs: warm.length === 0 ? first : Math.min(...warm),
  peakBytes,
}
process.stdout.write(JSON.stringify(figures))
