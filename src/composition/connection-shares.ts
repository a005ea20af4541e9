/** Divides the PostgreSQL connections of DATABASE_POOL among the parts of one process. */
import { jobConnections } from '../jobs/scan-jobs.ts'
import { storeConnections } from '../store/store.ts'

export type ConnectionShares = {
  /** For requests, and for scans that store resources. */
  readonly requests: number
  /** Each thread has one connection. */
  readonly pictureThreads: number
}

/** The thread that draws the views of scans has one connection. */
const viewThreads = 1

/** Diagram threads get at most a fifth, and no more than the wanted number. */
export function shareConnections(total: number, wantedPictureThreads: number): ConnectionShares {
  const pictureThreads = Math.min(wantedPictureThreads, Math.floor(total / 5))
  return { pictureThreads, requests: total - storeConnections - jobConnections - viewThreads - pictureThreads }
}
