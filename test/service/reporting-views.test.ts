/** Tests the SQL views for operators with the data of real scans. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runtimeLogin } from '../../src/store/runtime-login.ts'
import { type RunningTestService, type ScanAnswer, startRunningService } from '../support/running-service.ts'
import { saveGraph } from '../support/save-graph.ts'

const documentation = await readFile(join(import.meta.dirname, '../../docs/reporting.md'), 'utf8')
const password = 'to read with'

let running: RunningTestService
let owner: Client
let reader: Client
let scan: ScanAnswer
let others: string
/** Two scans with the same results. */
let othersScans: readonly string[]

beforeAll(async () => {
  running = await startRunningService({ world: 'denied' })
  scan = await running.scan()
  owner = await connected(running.ownerUrl)
  others = await copyToAnotherOrganization(scan.id)
  const name = await database()
  for (const statement of codeBlocks('').join('').split(';\n').filter(Boolean)) {
    await owner.query(statement.replaceAll('surveyor_reader', `reader_of_${name}`).replace('…', password))
  }
  const url = new URL(running.ownerUrl)
  url.username = `reader_of_${name}`
  url.password = password
  reader = await connected(url.href)
})
afterAll(async () => {
  const name = await database()
  await reader.end()
  await owner.end()
  await running.close()
  const server = await connected(inject('databaseUrl'))
  await server.query(`drop role reader_of_${name}`)
  await server.end()
})

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

async function database(): Promise<string> {
  return (await rowsOf<{ name: string }>(owner, 'select current_database() as name'))[0]?.name ?? ''
}

async function rowsOf<Row extends object>(client: Client, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(query, values)).rows
}

/** Returns the code blocks of this language in the documentation. */
function codeBlocks(language: string): readonly string[] {
  return [...documentation.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, marked]) => marked === language)
    .map(([, , code = '']) => code)
}

/** Stores the same graph, whose content has the same keys there. */
async function copyToAnotherOrganization(scanId: string): Promise<string> {
  const { store } = running.service
  const graph = await store.tenant(running.organizationId, ({ graphs }) => graphs.load(scanId))
  if (graph === null) throw new Error('no graph is stored')
  const id = (await store.organizations.insert('others'))?.id ?? ''
  await store.tenant(id, async ({ accounts, scans }) => {
    const connection = await accounts.insert({
      alias: 'theirs',
      accountNumber: graph.accountId,
      partition: 'aws',
      roleArn: `arn:aws:iam::${graph.accountId}:role/theirs`,
      externalId: 'a secret of theirs',
    })
    const { region, accountId } = graph
    const newScan = { connectionId: connection?.id ?? '', accountNumber: accountId, region }
    othersScans = [(await scans.insert(newScan)).id, (await scans.insert(newScan)).id]
  })
  // A transaction stores versions once.
  for (const othersScan of othersScans) {
    await store.tenant(id, ({ graphs }) => saveGraph(graphs, othersScan, graph))
  }
  return id
}

test('scans equal those of the API', async () => {
  const rows = await rowsOf(reader, `select * from reporting.scans where organization_id = $1`, [
    running.organizationId,
  ])
  const { accounts } = await running.get<{ accounts: readonly { alias: string }[] }>('/api/accounts')
  expect(rows).toEqual([
    {
      organization_id: running.organizationId,
      organization: 'Demo',
      scan_id: scan.id,
      account_connection_id: scan.cloudAccountId,
      account_alias: accounts[0]?.alias,
      account_id: scan.customerCloudAccountId,
      region: scan.region,
      status: 'completed',
      progress: scan.progress,
      error_message: null,
      created_at: new Date(scan.createdAt),
      updated_at: new Date(scan.updatedAt),
      is_latest: true,
    },
  ])
})

test('the latest scan is completed, and each account and region has its own', async () => {
  const { store } = running.service
  const completed = await store.tenant(others, async ({ accounts, scans }) => {
    const theirs = (await scans.find(othersScans[0] ?? ''))?.connectionId ?? ''
    const another = await accounts.insert({
      alias: 'another of theirs',
      accountNumber: '210987654321',
      partition: 'aws',
      roleArn: 'arn:aws:iam::210987654321:role/theirs',
      externalId: 'another secret of theirs',
    })
    const ids: string[] = []
    for (const [connectionId = '', region] of [
      [theirs, 'us-east-1'],
      [theirs, 'us-east-1'],
      [theirs, 'eu-west-1'],
      [another?.id, 'us-east-1'],
    ] as const) {
      const { id } = await scans.insert({ connectionId, accountNumber: '210987654321', region })
      await scans.begin(id, {})
      expect(await scans.complete(id, 1, {})).toBe(true)
      ids.push(id)
    }
    return ids
  })
  const rows = await rowsOf(
    reader,
    `select scan_id, is_latest from reporting.scans where organization_id = $1 order by 1`,
    [others],
  )
  expect(rows).toEqual([
    ...othersScans.map((id) => ({ scan_id: id, is_latest: false })),
    ...completed.map((id, index) => ({ scan_id: id, is_latest: index > 0 })),
  ])
})

test('resources and relations equal those of the API', async () => {
  const resources = await running.resources(scan.id)
  expect(new Set(resources.map(({ external }) => external))).toEqual(new Set([true, false, null]))
  const rows = await rowsOf(
    reader,
    `select type, id, arn, name, external, partial, tags, properties from reporting.resources where scan_id = $1
     order by type, id`,
    [scan.id],
  )
  expect(rows.map((row, index) => ({ ...row, relations: resources[index]?.relations }))).toEqual(resources)
  const relations = await rowsOf(
    reader,
    `select source_type, source_id, verb, target_type, target_id, evidence, basis from reporting.relations where scan_id = $1`,
    [scan.id],
  )
  const expected = resources.flatMap(({ type, id: sourceId, relations: found }) =>
    found.map(({ verb, target, evidence, basis }) => {
      const { type: targetType, id: targetId } = target as { type: string; id: string }
      return [type, sourceId, verb, targetType, targetId, evidence, basis].join(' ')
    }),
  )
  expect(relations.map((row) => Object.values(row).join(' ')).sort()).toEqual(expected.sort())
  expect(expected).not.toEqual([])
})

test('coverage equals that of the API', async () => {
  const coverage = await running.coverage(scan.id)
  expect(new Set(coverage.map(({ status }) => status))).toContain('denied')
  const rows = await rowsOf(
    reader,
    `select type, count_key as "countKey", status, count, calls, retries, duration_ms as "durationMs", reason, action,
       denied_by as "deniedBy", statement
     from reporting.coverage where scan_id = $1 order by type`,
    [scan.id],
  )
  expect(rows).toEqual(coverage)
})

test('equal content of two organizations stays apart, and a removed organization is left out', async () => {
  for (const view of ['resources', 'relations', 'coverage']) {
    const counts = await rowsOf<{ organization_id: string; scan_id: string; count: number }>(
      reader,
      `select organization_id, scan_id, count(*)::integer as count from reporting.${view} group by 1, 2`,
    )
    expect(new Set(counts.map(({ organization_id, scan_id }) => `${organization_id} ${scan_id}`))).toEqual(
      new Set([`${running.organizationId} ${scan.id}`, ...othersScans.map((id) => `${others} ${id}`)]),
    )
    expect(new Set(counts.map(({ count }) => count)).size).toBe(1)
  }
  // As if its data were deleted already. Otherwise the service would delete it meanwhile.
  await owner.query('update organizations set removed_at = now(), emptied_at = now() where id = $1', [others])
  for (const view of ['scans', 'resources', 'relations', 'coverage']) {
    const rows = await rowsOf<{ name: string }>(
      reader,
      `select distinct organization_id as name from reporting.${view}`,
    )
    expect(rows.map(({ name }) => name)).toEqual([running.organizationId])
  }
  await owner.query('update organizations set removed_at = null, emptied_at = null where id = $1', [others])
})

test('the documented login reads the documented columns, and no table', async () => {
  const rows = await rowsOf<{ view: string; columns: string[] }>(
    reader,
    `select table_schema || '.' || table_name as view, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'reporting' group by 1 order by 1`,
  )
  const documented = [...documentation.matchAll(/^\| `(reporting\.\w+)` .*\| (.*?) *\|$/gm)]
    .map(([, view, columns = '']) => ({ view, columns: columns.split(', ').map((name) => name.replaceAll('`', '')) }))
    .sort((left, right) => ((left.view ?? '') < (right.view ?? '') ? -1 : 1))
  expect(rows).toEqual(documented)
  for (const table of ['organizations', 'scans', 'account_connections', 'api_keys', 'resource_versions']) {
    await expect(reader.query(`select * from ${table}`)).rejects.toThrow(/permission denied/)
  }
})

test('requests and jobs, which belong to one organization, cannot read the views', async () => {
  const runtime = await connected(runtimeLogin(running.ownerUrl, 'x'.repeat(32)).url)
  try {
    await expect(runtime.query('select * from reporting.scans')).rejects.toThrow(/permission denied for schema/)
  } finally {
    await runtime.end()
  }
})

test('the documented examples return rows', async () => {
  const examples = codeBlocks('sql')
  expect(examples).toHaveLength(3)
  for (const query of examples) expect(await rowsOf(reader, query)).not.toEqual([])
})
