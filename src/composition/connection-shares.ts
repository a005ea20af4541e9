/** How one process shares the connections to PostgreSQL that DATABASE_POOL allows it. */
import { jobConnections } from '../jobs/scan-jobs.ts'
import { storeConnections } from '../store/store.ts'

export type ConnectionShares = {
  /** Of requests and of scans that store what they read. */
  readonly requests: number
  /** Each has a connection of its own. */
  readonly pictureThreads: number
}

/** The thread that draws the views of scans has one. */
const viewThreads = 1

/** Pictures get a fifth at most, and no more threads than they want. */
export function shareConnections(total: number, wantedPictureThreads: number): ConnectionShares {
  const pictureThreads = Math.min(wantedPictureThreads, Math.floor(total / 5))
  return { pictureThreads, requests: total - storeConnections - jobConnections - viewThreads - pictureThreads }
}
