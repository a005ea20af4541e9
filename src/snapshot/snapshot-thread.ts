/** Runs in a snapshot thread: loads a scan, and writes its snapshot into a file. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { workerData } from 'piscina'
import type { SnapshotTask, SnapshotThreadData } from './snapshot-pool.ts'

/** As in drawing threads: requests don't wait for snapshots. Only Linux applies the priority to the calling thread. */
const niceness = 5
if (process.platform === 'linux') setPriority(niceness)

enableCompileCache()
const { createSnapshot } = await import('./create-snapshot.ts')
const { presets } = await import('./redaction/rules.ts')
const { openTenants } = await import('../store/store.ts')

const { runtimeUrl } = workerData as SnapshotThreadData
const store = openTenants({ runtimeUrl, poolSize: 1 })

/** Returns the name for the file, or `null` if the scan has no graph. */
export default async function create(task: SnapshotTask): Promise<string | null> {
  const { organizationId, path, redact, key, ...scan } = task
  const graph = await store.tenant(organizationId, ({ graphs }) => graphs.load(scan.scanId))
  if (graph === null) return null
  // Bytes lose their class between threads.
  const signingKey = { publicKey: Buffer.from(key.publicKey), privateKey: Buffer.from(key.privateKey) }
  return createSnapshot(path, { ...scan, graph }, presets[redact], signingKey)
}
