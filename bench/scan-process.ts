/**
 * Scans in a process of its own: `node --expose-gc bench/scan-process.ts OWNER_URL SECRET_KEY CLOUDS [live]` prints the figures of
 * each. With `live` it collects garbage all the time, which tells the memory that is really held, and makes times worthless.
 */
import { SharedRequestHandler } from '../src/cloud/request-handler.ts'
import { openStore } from '../src/store/store.ts'
import type { CloudAddress } from './cloud-process.ts'
import { type ScanFigures, scanRegion } from './region-scan.ts'

const sampleEveryMs = 100

export type ProcessFigures = ScanFigures & {
  /** The most that was held during the scan, garbage left out; 0 without `live`. */
  readonly liveBytes: number
}

const [ownerUrl = '', secretKey = '', clouds = '[]', mode = ''] = process.argv.slice(2)
const store = await openStore({ ownerUrl, secretKey })
const requestHandler = new SharedRequestHandler()
const figures: ProcessFigures[] = []
for (const cloud of JSON.parse(clouds) as readonly CloudAddress[]) {
  // What earlier scans left is not this one's.
  globalThis.gc?.()
  let liveBytes = 0
  const sample = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    liveBytes = Math.max(liveBytes, heapUsed + external)
  }
  const timer = mode === 'live' ? setInterval(sample, sampleEveryMs) : undefined
  const scan = await scanRegion(store, cloud, requestHandler)
  clearInterval(timer)
  figures.push({ ...scan, liveBytes })
}
requestHandler.close()
await store.close()
process.stdout.write(JSON.stringify(figures))
