/** Measures comparisons of two scans of 20,000 resources with ten changes, with their words and exposures, as the API makes them. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadComparison } from '../src/api/load-comparison.ts'
import { scanExposures } from '../src/composition/scan-exposures.ts'
import { drawDiagrams } from '../src/drawing/diagrams.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import type { ResourceReading } from '../src/graph/resource-version.ts'
import { openEmbeddedPostgres } from '../src/store/embedded-postgres.ts'
import { openStore } from '../src/store/store.ts'
import { graphOfWorld } from '../test/support/network/graph-of-world.ts'
import { type Figure, figure } from './figure.ts'
import { largeNetwork, grownNetwork } from './large-network.ts'
import { newConnection, storeScan } from './stored-scan.ts'

const rounds = 7
const goalMs = 100

export async function benchCompare(say: (line: string) => void): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: say })
  const store = await openStore({
    ownerUrl: postgres.ownerUrl,
    secretKey: 'a secret of the bench alone, of no other use',
  })
  try {
    const connection = await newConnection(store, 'compare')
    const graphs = [graphOfWorld(largeNetwork()), graphOfWorld(grownNetwork())]
    const ids: string[] = []
    for (const graph of graphs)
      ids.push(await storeScan(store, connection, pagesOf(graph), drawDiagrams, graph.coverage))
    const compare = (exposures = scanExposures()) =>
      store.tenant(connection.organizationId, async (tenant) => {
        const [base, scan] = [await tenant.scans.find(ids[0] ?? ''), await tenant.scans.find(ids[1] ?? '')]
        if (base === null || scan === null) throw new Error('A scan is missing')
        const startedAt = performance.now()
        const { described, exposures: compared } = await loadComparison(tenant, { exposures }, base, scan)
        const ms = performance.now() - startedAt
        return { ms, changes: described.changes.length, opened: compared.opened.length }
      })
    const first = await compare()
    say(`${first.changes} changes, ${first.opened} exposures opened`)
    const times = []
    for (let round = 0; round < rounds; round += 1) times.push((await compare()).ms)
    const size = `${graphs[1]?.resources.length.toLocaleString('en')} resources`
    return [
      figure(`${size}: the first comparison of the process`, first.ms, 'ms'),
      figure(`${size}: a comparison, median`, times.toSorted((a, b) => a - b)[3] ?? Number.NaN, 'ms', goalMs),
    ]
  } finally {
    await store.close()
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

function* pagesOf({ resources, relations }: ResourceGraph): Generator<readonly ResourceReading[]> {
  const bySource = Map.groupBy(relations, ({ source }) => `${source.type} ${source.id}`)
  for (let start = 0; start < resources.length; start += 1000) {
    yield resources
      .slice(start, start + 1000)
      .map((resource) => ({ resource, relations: bySource.get(`${resource.type} ${resource.id}`) ?? [] }))
  }
}
