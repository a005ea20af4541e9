/** Stores a scan like the scan job, without calls. */
import type { ResourceGraph, TypeCoverage } from '../src/graph/resource-graph.ts'
import { keepEverything } from '../src/graph/region-filter.ts'
import type { ResourceReading } from '../src/graph/resource-version.ts'
import { openResourceStream } from '../src/scan/resource-stream.ts'
import { settleGraph } from '../src/scan/settle-graph.ts'
import type { ConnectionRecord } from '../src/store/account-connections.ts'
import type { NewDiagram } from '../src/store/diagrams.ts'
import { packGraph } from '../src/store/graphs.ts'
import type { ScanRecord } from '../src/store/scans.ts'
import type { Store } from '../src/store/store.ts'
import { storedExposures } from '../src/meaning/exposure/stored-exposures.ts'
import { accountCoverage } from './account-pages.ts'

/** Returns the scan's ID. */
export async function storeScan(
  store: Store,
  connection: ConnectionRecord,
  pages: Iterable<readonly ResourceReading[]>,
  drawDiagrams: ((graph: ResourceGraph) => Promise<readonly NewDiagram[]>) | null = null,
  coverage: readonly TypeCoverage[] = accountCoverage(Math.round(performance.now())),
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
    coverage,
    keepOf: () => keepEverything,
  })
  // A separate function, so that the assembled graph is free while the results are stored.
  const derive = async () => {
    if (drawDiagrams === null) return null
    const assembled = await store.tenant(organizationId, ({ graphs }) => graphs.assemble(packGraph(graph)))
    return { diagrams: await drawDiagrams(assembled), exposures: storedExposures(assembled) }
  }
  const derived = await derive()
  await store.tenant(organizationId, async (tenant) => {
    await tenant.scans.complete(scan.id, scan.attempt, {})
    const exposuresKey = derived === null ? undefined : await tenant.graphs.keepExposures(derived.exposures)
    await tenant.graphs.save(scan.id, graph, exposuresKey)
    await tenant.diagrams.insert(scan.id, derived?.diagrams ?? [])
  })
  return scan.id
}

/** Creates an account in its own organization, which shares nothing with others. */
export async function newConnection(store: Store, name: string): Promise<ConnectionRecord> {
  const organization = await store.organizations.insert(name)
  if (organization === null) throw new Error(`There is already an organization ${name}`)
  const connection = await store.tenant(organization.id, ({ accounts }) =>
    accounts.insert({
      alias: name,
      accountNumber: '777788889999',
      partition: 'aws',
      roleArn: 'arn:aws:iam::777788889999:role/surveyor',
      externalId: name,
    }),
  )
  if (connection === null) throw new Error(`There is already an account ${name}`)
  return connection
}
