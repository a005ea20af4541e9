/** What runs in a drawing thread: loads what it is asked for from the store, draws, and hands back what is small. */
import { workerData } from 'piscina'
import { drawDiagrams, drawStoredPicture } from '../diagrams.ts'
import { openTenants } from '../store/store.ts'
import type { DrawingTasks, DrawingThreadData } from './drawing-task.ts'

const { runtimeUrl } = workerData as DrawingThreadData
const store = openTenants({ runtimeUrl, poolSize: 1 })

export const views: DrawingTasks['views'] = async ({ organizationId, graph }) => {
  const whole = await store.tenant(organizationId, ({ graphs }) => graphs.assemble(graph))
  const drawn = await drawDiagrams(whole)
  return store.tenant(organizationId, ({ diagrams }) => diagrams.keep(drawn))
}

export const picture: DrawingTasks['picture'] = (request) => drawStoredPicture(store, request)
