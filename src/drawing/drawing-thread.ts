/** Runs in a drawing thread: loads from the store, draws, and returns the small results. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { workerData } from 'piscina'
import type { NewDiagram } from '../store/diagrams.ts'
import type { DrawingTasks, DrawingThreadData, ViewsRequest } from './drawing-task.ts'

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

export const views: DrawingTasks['views'] = async (request) => {
  // On its own, so that the graph is free while the pictures are stored.
  const drawn = await drawViews(request)
  return store.tenant(request.organizationId, ({ diagrams }) => diagrams.keep(drawn))
}

async function drawViews({ organizationId, graph }: ViewsRequest): Promise<readonly NewDiagram[]> {
  return drawDiagrams(await store.tenant(organizationId, ({ graphs }) => graphs.assemble(graph)))
}

export const picture: DrawingTasks['picture'] = openPictures(store)
