/** What runs in a drawing thread: loads what it is asked for from the store, draws, and hands back what is small. */
import { enableCompileCache } from 'node:module'
import { workerData } from 'piscina'
import type { DrawingTasks, DrawingThreadData } from './drawing-task.ts'

// The cache is each thread's own to enable, and serves what is loaded from then on.
enableCompileCache()
const { drawDiagrams, drawStoredPicture } = await import('../diagrams.ts')
const { openTenants } = await import('../store/store.ts')

const { runtimeUrl } = workerData as DrawingThreadData
const store = openTenants({ runtimeUrl, poolSize: 1 })

export const views: DrawingTasks['views'] = async ({ organizationId, graph }) => {
  const whole = await store.tenant(organizationId, ({ graphs }) => graphs.assemble(graph))
  const drawn = await drawDiagrams(whole)
  return store.tenant(organizationId, ({ diagrams }) => diagrams.keep(drawn))
}

export const picture: DrawingTasks['picture'] = (request) => drawStoredPicture(store, request)
