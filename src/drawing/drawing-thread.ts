/** Runs in a drawing thread: loads from the store, draws, and returns the small results. */
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { workerData } from 'piscina'
import type { DrawingTasks, DrawingThreadData, ViewsRequest } from './drawing-task.ts'

/** A third of the processor time of a request, which is enough even on a busy machine. */
const niceness = 5
// On a busy machine, diagrams wait and requests don't. Only Linux applies the priority to the calling thread instead of
// the process.
if (process.platform === 'linux') setPriority(niceness)

// Each thread has to enable the cache. It applies to modules loaded later.
enableCompileCache()
const { drawDiagrams, openPictures } = await import('./diagrams.ts')
const { storedExposures } = await import('../meaning/exposure/stored-exposures.ts')
const { openTenants } = await import('../store/store.ts')

const { runtimeUrl } = workerData as DrawingThreadData
const store = openTenants({ runtimeUrl, poolSize: 1 })

export const views: DrawingTasks['views'] = async (request) => {
  // A separate function, so that the graph is free while the results are stored.
  const { drawn, exposures } = await drawViews(request)
  return store.tenant(request.organizationId, async ({ diagrams, graphs }) => ({
    diagrams: await diagrams.keep(drawn),
    exposuresKey: await graphs.keepExposures(exposures),
  }))
}

async function drawViews({ organizationId, graph: packed }: ViewsRequest) {
  const graph = await store.tenant(organizationId, ({ graphs }) => graphs.assemble(packed))
  return { drawn: await drawDiagrams(graph), exposures: storedExposures(graph) }
}

export const picture: DrawingTasks['picture'] = openPictures(store)
