/**
 * Lays out pages with one engine in its own process, which can be ended. `node bench/engine-process.ts ENGINE FILE`
 * prints a line for each page.
 */
import { readFile } from 'node:fs/promises'
import { type EngineName, engines } from './layout-engines.ts'
import { lineFigures } from './line-figures.ts'
import type { PageGraph } from './page-graph.ts'

const [engine = '', file = ''] = process.argv.slice(2)
const layOut = await engines[engine as EngineName]()
for (const page of JSON.parse(await readFile(file, 'utf8')) as readonly PageGraph[]) {
  const startedAt = performance.now()
  try {
    const { width, height, lines } = await layOut(page)
    const durationMs = performance.now() - startedAt
    process.stdout.write(`${JSON.stringify({ durationMs, width, height, ...lineFigures(lines) })}\n`)
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`)
  }
}
process.exit(0)
