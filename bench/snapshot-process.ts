/** Creates a snapshot of a graph in its own process, like a snapshot thread. `node bench/snapshot-process.ts GRAPH FILE` prints the figures. */
import { generateKeyPairSync } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { createSnapshot } from '../src/snapshot/create-snapshot.ts'
import { presets } from '../src/snapshot/redaction/rules.ts'

export type SnapshotFigures = {
  readonly ms: number
  readonly sizeBytes: number
  /** With the graph. */
  readonly peakBytes: number
}

const [, , graphFile = '', file = ''] = process.argv
const graph = JSON.parse(await readFile(graphFile, 'utf8')) as ResourceGraph
const key = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})
const time = new Date().toISOString()
const startedAt = performance.now()
const source = { scanId: '00000000-0000-4000-8000-000000000000', createdAt: time, completedAt: time, graph }
await createSnapshot(file, source, presets.default, key)
const figures: SnapshotFigures = {
  ms: performance.now() - startedAt,
  sizeBytes: (await stat(file)).size,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}
process.stdout.write(JSON.stringify(figures))
