/** Runs in a drawing thread: loads from the store, draws, and returns the small results. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { workerData } from 'piscina'
import type { DrawingTasks, DrawingThreadData } from './drawing-task.ts'

/** Of processor time a third of what a request gets: enough not to starve beside what else runs on the machine. */
const niceness = 5
// Where more wants to run than there are processors, pictures wait and requests do not. Linux alone takes this for the thread
// that asks, and not for the whole process.
if (process.platform === 'linux') setPriority(niceness)

// The cache is each thread's own to enable, and serves what is loaded from then on.
enableCompileCache()
const { drawDiagrams, openPictures } = await import('./diagrams.ts')
const { openTenants } = await import('../store/store.ts')

const { runtimeUrl } = workerData as DrawingThreadData
const store = openTenants({ runtimeUrl, poolSize: 1 })

export const views: DrawingTasks['views'] = async ({ organizationId, graph }) => {
  const whole = await store.tenant(organizationId, ({ graphs }) => graphs.assemble(graph))
  const drawn = await drawDiagrams(whole)
  return store.tenant(organizationId, ({ diagrams }) => diagrams.keep(drawn))
}

export const picture: DrawingTasks['picture'] = openPictures(store)
