/** Draws the pictures of the documents from the simulated cloud. With `--check`: fails when one is not up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagram } from '../src/diagram/diagram.ts'
import { renderDiagram } from '../src/diagram/render-diagram.ts'
import { drawDiagrams } from '../src/diagrams.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import { scanSimulatedRegion } from './scan-simulated-region.ts'

const folder = join(import.meta.dirname, '../docs/images')
const cloud = await startSimulatedCloud({ world: 'three-tier' })
const graph = await scanSimulatedRegion(cloud, { accountAlias: 'storefront-production' })
await cloud.close()

let stale = false
for (const theme of ['light', 'dark'] as const) {
  for (const diagram of (await drawDiagrams(graph)).filter(({ type }) => type === 'architecture')) {
    const path = join(folder, `${diagram.type}-${theme}.svg`)
    const picture = await renderDiagram(diagram.content as Diagram, { format: 'svg', theme })
    if (!process.argv.includes('--check')) {
      await writeFile(path, picture.bytes)
    } else if (!Buffer.from(picture.bytes).equals(await readFile(path).catch(() => Buffer.alloc(0)))) {
      console.error(`${path} is not up to date: run npm run generate`)
      stale = true
    }
  }
}
process.exitCode = stale ? 1 : 0
