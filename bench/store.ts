/** Measures the database size and memory of scans, and the speed of storing and loading them. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { drawDiagrams } from '../src/drawing/diagrams.ts'
import { compareGraphs } from '../src/graph/compare.ts'
import type { ResourceReading } from '../src/graph/resource-version.ts'
import { type Changes, describeChanges } from '../src/meaning/changes/describe-changes.ts'
import type { ConnectionRecord } from '../src/store/account-connections.ts'
import { openEmbeddedPostgres } from '../src/store/embedded-postgres.ts'
import { openStore, type Store, type Tenant } from '../src/store/store.ts'
import { accountPages } from './account-pages.ts'
import { type Figure, figure } from './figure.ts'
import { readNodeOptions } from './node-options.ts'
import { newConnection, storeScan } from './stored-scan.ts'

const resourceCount = 20_000
const secretKey = 'a secret of the bench alone, of no other use'

export async function benchStore(say: (line: string) => void): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: say })
  const owner = new Client({ connectionString: postgres.ownerUrl })
  const store = await openStore({ ownerUrl: postgres.ownerUrl, secretKey })
  try {
    await owner.connect()
    return [
      ...(await benchSize(store, owner)),
      ...(await benchReading(store, await newConnection(store, 'reading'))),
      ...(await benchMemory(store, postgres.ownerUrl)),
    ]
  } finally {
    await owner.end()
    await store.close()
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function benchSize(store: Store, owner: Client): Promise<readonly Figure[]> {
  const connection = await newConnection(store, 'size')
  const grown = async (pages: Iterable<readonly ResourceReading[]>) => {
    const before = await tableBytes(owner)
    const startedAt = performance.now()
    await storeScan(store, connection, pages, drawDiagrams)
    const durationMs = performance.now() - startedAt
    return { bytes: (await tableBytes(owner)) - before, durationMs }
  }
  // Stores a small scan first, so that the first page of every table and index isn't counted.
  await storeScan(store, connection, accountPages(100))
  const first = await grown(accountPages(resourceCount))
  const second = await grown(accountPages(resourceCount))
  const few = await grown(withChanges(20))
  const some = await grown(withChanges(200))
  const percent = (bytes: number) => (100 * bytes) / first.bytes
  return [
    figure('first scan of 20,000 resources', first.bytes / 2 ** 20, 'MiB'),
    figure('second scan, nothing changed, share of the first', percent(second.bytes), '%', 2),
    figure('third scan, 20 resources changed, share of the first', percent(few.bytes), '%', 2),
    figure('fourth scan, 200 more changes, share of the first', percent(some.bytes), '%'),
    figure('20,000 new resources stored and drawn', first.durationMs / 1000, 's'),
    figure('20,000 known resources stored and drawn', second.durationMs / 1000, 's'),
  ]
}

async function benchReading(store: Store, connection: ConnectionRecord): Promise<readonly Figure[]> {
  const { organizationId } = connection
  const base = await storeScan(store, connection, accountPages(resourceCount))
  const scan = await storeScan(store, connection, withChanges(20))
  const read = <Result>(work: Parameters<typeof store.tenant<Result>>[1]) =>
    median(() => store.tenant(organizationId, work))
  const page = (after: { type: string; id: string } | null, filter = {}) =>
    read(({ graphs }) => graphs.resources(scan, filter, { limit: 100, after }))
  return [
    figure('whole graph loaded', await read(({ graphs }) => graphs.load(scan)), 'ms'),
    figure('two scans with 20 changes compared', await read((tenant) => compareInWords(tenant, base, scan)), 'ms', 100),
    figure('first page of 100 resources', await page(null), 'ms'),
    figure('a page in the middle', await page({ type: 'AWS::EC2::Instance', id: 'i-08' }), 'ms'),
    figure('a page of all resources with a tag', await page(null, { tag: 'team=team-7' }), 'ms'),
    figure('a search that finds nothing', await page(null, { q: 'nothing is called so' }), 'ms'),
  ]
}

async function compareInWords({ graphs }: Tenant, baseId: string, scanId: string): Promise<Changes> {
  const { base, scan } = await graphs.loadDifference(baseId, scanId)
  if (base === null || scan === null) throw new Error('A scan has no graph')
  return describeChanges(compareGraphs(base, scan), base, scan)
}

/** Each scan runs in its own process, because a process never returns its peak memory. */
async function benchMemory(store: Store, ownerUrl: string): Promise<readonly Figure[]> {
  const options = await readNodeOptions()
  const peakBytes = async (count: number) => {
    const connection = await newConnection(store, `memory ${count}`)
    const parameters = [ownerUrl, secretKey, connection.organizationId, connection.id, String(count)]
    const program = join(import.meta.dirname, 'store-memory.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [...options, program, ...parameters])
    return (JSON.parse(stdout) as { readonly peakBytes: number }).peakBytes
  }
  const perResource = ((await peakBytes(resourceCount)) - (await peakBytes(0))) / resourceCount
  return [figure('memory per resource above an empty scan', perResource, 'bytes')]
}

/**
 * The same account with `count` changed resources, spread evenly. Larger counts include the changes of smaller ones.
 */
function* withChanges(count: number): Generator<readonly ResourceReading[]> {
  const every = Math.floor(resourceCount / count)
  let index = 0
  for (const page of accountPages(resourceCount)) {
    yield page.map((reading) => {
      index += 1
      if (index % every !== 0) return reading
      const { resource, relations } = reading
      return { resource: { ...resource, tags: { ...resource.tags, release: String(count) } }, relations }
    })
  }
}

/** The size of all tables with their indexes and long values, after a vacuum. */
async function tableBytes(owner: Client): Promise<number> {
  await owner.query('vacuum')
  const { rows } = await owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return Number(rows[0]?.bytes)
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const durationsMs: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const startedAt = performance.now()
    await work()
    durationsMs.push(performance.now() - startedAt)
  }
  return durationsMs.toSorted((a, b) => a - b)[3] ?? Number.NaN
}
