/** Measures snapshots of accounts with 1,000 and 20,000 resources: their time, size, and memory. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { verifySnapshot } from '../contract/snapshot/verify-snapshot.ts'
import { accountGraph } from './account-graphs.ts'
import { type Figure, figure } from './figure.ts'
import type { SnapshotFigures } from './snapshot-process.ts'

/** The limits of a snapshot thread. */
const mostS = 600
const heapMb = 1_536

export async function benchSnapshot(say: (line: string) => void): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  try {
    const figures: Figure[] = []
    for (const resources of [1_000, 20_000]) {
      const size = `${resources.toLocaleString('en')} resources`
      say(`Creating a snapshot of ${size}`)
      const [graphFile, file] = [join(folder, `${resources}.json`), join(folder, `${resources}.zip`)]
      await writeFile(graphFile, JSON.stringify(await accountGraph(resources)))
      const program = join(import.meta.dirname, 'snapshot-process.ts')
      const { stdout } = await promisify(execFile)(process.execPath, [
        `--max-old-space-size=${heapMb}`,
        program,
        graphFile,
        file,
      ])
      const { ms, sizeBytes, peakBytes } = JSON.parse(stdout) as SnapshotFigures
      const startedAt = performance.now()
      const { problems, manifest } = await verifySnapshot(file)
      if (problems.length > 0) throw new Error(problems[0]?.message)
      const { pictures, picturesLeftOut } = manifest?.counts ?? { pictures: 0, picturesLeftOut: 0 }
      say(`${pictures} pictures, ${picturesLeftOut} left out`)
      figures.push(
        figure(`${size}: creating a snapshot`, ms / 1000, 's', mostS),
        figure(`${size}: verifying it`, (performance.now() - startedAt) / 1000, 's'),
        figure(`${size}: its file`, sizeBytes / 2 ** 20, 'MiB'),
        figure(`${size}: peak memory, including the graph`, peakBytes / 2 ** 20, 'MiB'),
      )
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
