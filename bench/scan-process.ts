/**
 * Scans in its own process. `node bench/scan-process.ts OWNER_URL SECRET_KEY CLOUDS [drawn]` prints the figures of each
 * scan. With `drawn`, it also draws all views in a thread, like the service.
 */
import { SharedRequestHandler } from '../src/cloud/sdk/client.ts'
import { openDrawing } from '../src/drawing/drawing-pool.ts'
import { runtimeLogin } from '../src/store/runtime-login.ts'
import { openStore } from '../src/store/store.ts'
import type { CloudAddress } from './cloud-process.ts'
import { type ScanFigures, scanRegion } from './region-scan.ts'

const [ownerUrl = '', secretKey = '', clouds = '[]', mode = ''] = process.argv.slice(2)
const store = await openStore({ ownerUrl, secretKey })
const drawing = openDrawing({ runtimeUrl: runtimeLogin(ownerUrl, secretKey).url })
const requestHandler = new SharedRequestHandler()
const figures: ScanFigures[] = []
for (const cloud of JSON.parse(clouds) as readonly CloudAddress[]) {
  figures.push(
    await scanRegion(store, cloud, requestHandler, mode === 'drawn' ? (request) => drawing.views(request) : undefined),
  )
}
requestHandler.close()
await drawing.close()
await store.close()
process.stdout.write(JSON.stringify(figures))
