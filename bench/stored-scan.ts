/** The storing part of a scan, as the scan job does it, without calls and without drawing. */
import { keepEverything } from '../src/graph/keep.ts'
import type { ResourceReading } from '../src/graph/resource-version.ts'
import { openResourceStream } from '../src/scan/resource-stream.ts'
import { settleGraph } from '../src/scan/settle-graph.ts'
import type { ConnectionRecord } from '../src/store/account-connections.ts'
import type { ScanRecord } from '../src/store/scans.ts'
import type { Store } from '../src/store/store.ts'
import { accountCoverage } from './account-pages.ts'

/** Returns the scan's id. */
export async function storeScan(
  store: Store,
  connection: ConnectionRecord,
  pages: Iterable<readonly ResourceReading[]>,
): Promise<string> {
  const { organizationId } = connection
  const scan = await store.tenant(organizationId, async ({ scans }): Promise<ScanRecord> => {
    const { id } = await scans.insert({
      connectionId: connection.id,
      accountNumber: connection.accountNumber,
      region: 'us-east-1',
    })
    const begun = await scans.begin(id, {})
    if (begun === null) throw new Error('A new scan could not be begun')
    return begun
  })
  let failure: unknown
  const stream = openResourceStream(store, organizationId, (error) => {
    failure = error
  })
  for (const page of pages) {
    await stream.add(page)
    if (failure !== undefined) break
  }
  const graph = await settleGraph({
    store,
    scan,
    accountAlias: connection.alias,
    read: await stream.close(),
    coverage: accountCoverage(Math.round(performance.now())),
    keepOf: () => keepEverything,
  })
  await store.tenant(organizationId, async ({ scans, graphs }) => {
    await scans.complete(scan.id, scan.attempt, {})
    await graphs.save(scan.id, graph)
  })
  return scan.id
}
