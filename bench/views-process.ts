/** Draws all views of a graph as SVG in a process of its own: `node bench/views-process.ts FILE` prints the time and the peak of memory. */
import { readFile } from 'node:fs/promises'
import type { Diagram } from '../src/diagram/diagram.ts'
import { renderDiagram } from '../src/diagram/render-diagram.ts'
import { drawDiagrams } from '../src/diagrams.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'

const rounds = 3
const graph = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as ResourceGraph
const durationsMs: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const startedAt = performance.now()
  for (const { content } of await drawDiagrams(graph)) {
    await renderDiagram(content as Diagram, { format: 'svg', theme: 'light' })
  }
  durationsMs.push(performance.now() - startedAt)
}
const [first = 0, ...warm] = durationsMs
const peakBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(JSON.stringify({ firstMs: first, warmMs: Math.min(...warm), peakBytes }))
