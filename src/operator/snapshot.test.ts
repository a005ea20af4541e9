import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from '../../contract/snapshot/archive.ts'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { type OperatorCommands, openOperatorCommands } from '../../test/support/operator-commands.ts'
import { saveGraph } from '../../test/support/save-graph.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'

let commands: OperatorCommands
let other: OperatorCommands
let folder: string
let organization: string
let target: string
let scanId: string
let file: string
let fingerprint: string

const subnet = { type: 'AWS::EC2::Subnet', id: 'subnet-0a1b2c3d4e5f60718' }
const vpc = { type: 'AWS::EC2::VPC', id: 'vpc-0a1b2c3d4e5f60718' }
const graph: ResourceGraph = {
  accountId: '123456789012',
  accountAlias: 'production',
  region: 'us-east-1',
  resources: [subnet, vpc].map((reference) => ({
    ...reference,
    arn: `arn:aws:ec2:us-east-1:123456789012:${reference.id}`,
    name: 'storefront',
    presence: 'read',
    tags: { Name: 'storefront', ['__proto__']: 'data' },
    properties: {},
  })),
  relations: [{ source: subnet, verb: 'contained in', target: vpc, evidence: 'VpcId' }],
  coverage: [subnet, vpc].map(({ type }) => ({
    type,
    countKey: type === vpc.type ? 'networks' : 'subnets',
    status: 'collected',
    count: 1,
    calls: 1,
    retries: 0,
    durationMs: 3,
    reason: null,
    action: null,
    deniedBy: null,
    statement: null,
  })),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-snapshots-'))
  commands = await openOperatorCommands()
  other = await openOperatorCommands()
  organization = await commands.createOrganization()
  target = await other.createOrganization()
  const { id } = (await commands.store.organizations.find(organization)) ?? { id: '' }
  scanId = await commands.store.tenant(id, async ({ accounts, scans, graphs }) => {
    const connection = await accounts.insert({
      alias: 'production',
      accountNumber: '123456789012',
      partition: 'aws',
      roleArn: 'arn:aws:iam::123456789012:role/surveyor',
      externalId: 'external',
    })
    const scan = await scans.insert({
      connectionId: connection?.id ?? '',
      accountNumber: '123456789012',
      region: 'us-east-1',
    })
    await saveGraph(graphs, scan.id, graph)
    const begun = await scans.begin(scan.id, {})
    await scans.complete(scan.id, begun?.attempt ?? 0, { networks: 1, subnets: 1 })
    return scan.id
  })
  file = join(folder, 'default.surveyor.zip')
  await commands.answered(['snapshot', 'create', scanId, '--out', file])
  fingerprint = String((await commands.answered(['snapshot', 'key']))['fingerprint'])
})
afterAll(async () => {
  await commands.close()
  await other.close()
  await rm(folder, { recursive: true })
})

test('the same scan and rules give the same bytes, and the account ID is nowhere in the default file', async () => {
  const again = join(folder, 'again.surveyor.zip')
  await commands.answered(['snapshot', 'create', scanId, '--out', again, '--redact', 'default'])
  expect((await readFile(again)).equals(await readFile(file))).toBe(true)
  const named = await commands.answered([
    'snapshot',
    'create',
    scanId,
    '--out',
    join(folder, '{name}.surveyor.zip'),
    '--redact',
    'none',
  ])
  expect(named['file']).toMatch(/\/123456789012-us-east-1-\d{4}-\d\d-\d\d\.surveyor\.zip$/)
})

test('the file has the graph, its coverage and exposures, each view as a diagram and pictures, and an offline page', async () => {
  const whole = join(folder, 'whole.surveyor.zip')
  await commands.answered(['snapshot', 'create', scanId, '--out', whole, '--redact', 'none'])
  const archive = await openArchive(whole)
  const read = (name: string) => archive.readWhole(name, 10_000_000)
  const views = ['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory']
  expect([...archive.names]).toEqual(
    expect.arrayContaining([
      'manifest.json',
      'manifest.sig',
      'graph.jsonl',
      'coverage.json',
      'exposures.json',
      'diagrams.html',
      ...views.flatMap((view) => [`diagrams/${view}.json`, `pictures/${view}.svg`, `pictures/${view}.png`]),
    ]),
  )
  const lines = (await read('graph.jsonl')).toString().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as { id: string; relations: unknown })).toEqual([
    expect.objectContaining({ ...subnet, relations: [expect.objectContaining({ target: vpc, evidence: 'VpcId' })] }),
    expect.objectContaining({ ...vpc, relations: [] }),
  ])
  expect(JSON.parse((await read('coverage.json')).toString())).toMatchObject(
    graph.coverage.map(({ type, status, count }) => ({ type, status, count })),
  )
  for (const view of views) {
    expect((await read(`pictures/${view}.svg`)).toString()).toMatch(/^(?:<\?xml[^>]*>\s*)?<svg /)
    expect((await read(`pictures/${view}.png`)).subarray(1, 4).toString()).toBe('PNG')
  }
  const page = (await read('diagrams.html')).toString()
  expect(page).toContain(subnet.id)
  // It loads nothing. Only links of readers lead elsewhere.
  expect(page).not.toMatch(/<link|src="(?!data:)|url\((?!['"]?(?:data:|#))/)
  await archive.close()
})

test('verification names the key and the content, and refuses another key', async () => {
  expect(await commands.answered(['snapshot', 'verify', file, '--key', fingerprint])).toMatchObject({
    valid: true,
    signedBy: fingerprint,
    redaction: 'default',
    counts: { resources: 2, relations: 1, diagrams: 6 },
  })
  const wrong = `SHA256:${'A'.repeat(43)}`
  expect(await commands.refused(['snapshot', 'verify', file, '--key', wrong])).toMatchObject({
    exitCode: 5,
    code: 'SNAPSHOT_REFUSED',
    message: expect.stringContaining(`not by ${wrong}`),
  })
  expect(await commands.refused(['snapshot', 'verify', file, '--key', 'x'])).toMatchObject({ exitCode: 2 })
  expect(await commands.refused(['snapshot', 'verify', join(folder, 'none')])).toMatchObject({ exitCode: 3 })
})

test('any changed byte is detected', async () => {
  const bytes = await readFile(file)
  const changed = join(folder, 'changed.surveyor.zip')
  for (let sample = 0; sample < 120; sample += 1) {
    // Also every byte of the end, which has the directory of the file.
    const at = sample < 60 ? Math.floor((sample * bytes.length) / 60) : bytes.length - 1 - (sample - 60) * 7
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ (1 << (sample % 8))
    await writeFile(changed, copy)
    const { problems } = await verifySnapshot(changed)
    expect(problems, `byte ${at}`).not.toEqual([])
  }
})

test('a changed entry is named', async () => {
  const bytes = await readFile(file)
  const at = bytes.indexOf('graph.jsonl') + 40
  const changed = join(folder, 'entry.surveyor.zip')
  await writeFile(changed, bytes.with(at, (bytes[at] ?? 0) ^ 1))
  const { problems } = await verifySnapshot(changed)
  expect(problems).toEqual([expect.objectContaining({ code: 'ENTRY_DIFFERS', entry: 'graph.jsonl' })])
  expect(await other.refused(['snapshot', 'import', changed, '--org', target, '--trust', fingerprint])).toMatchObject({
    exitCode: 5,
    message: expect.stringContaining('The entry graph.jsonl was changed.'),
  })
})

test('a file that is cut off, too large, or no snapshot is refused', async () => {
  const cut = join(folder, 'cut')
  await writeFile(cut, (await readFile(file)).subarray(0, -1))
  expect((await verifySnapshot(cut)).problems[0]?.code).toBe('CUT_OFF')
  const text = join(folder, 'text')
  await writeFile(text, 'hello')
  expect((await verifySnapshot(text)).problems[0]?.code).toBe('NOT_A_SNAPSHOT')
  const large = join(folder, 'large')
  await (await open(large, 'w')).close()
  await truncate(large, 2 * 1024 ** 3)
  expect((await verifySnapshot(large)).problems[0]?.code).toBe('TOO_LARGE')
})

test('another installation imports it only with a trusted key, once, as a scan of a connection without a role', async () => {
  const { id } = (await other.store.organizations.find(target)) ?? { id: '' }
  const scansOf = () => other.store.tenant(id, ({ scans }) => scans.list({}, { limit: 10, after: null }))
  expect(await other.refused(['snapshot', 'import', file, '--org', target])).toMatchObject({
    exitCode: 6,
    code: 'UNKNOWN_KEY',
    message: expect.stringContaining(fingerprint),
  })
  expect((await scansOf()).items).toEqual([])

  const words = ['snapshot', 'import', file, '--org', target]
  const imported = await other.answered([...words, '--trust', fingerprint])
  expect(imported).toMatchObject({ imported: true })
  // The key is known now.
  expect(await other.answered(words)).toEqual({ ...imported, imported: false })
  const { items } = await scansOf()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ id: imported['scanId'], status: 'completed', progress: { networks: 1, subnets: 1 } })
  await other.store.tenant(id, async ({ accounts, graphs, diagrams }) => {
    const connection = await accounts.find(String(imported['connectionId']))
    expect(connection).toMatchObject({
      alias: 'production (imported)',
      status: 'pending',
      importedFrom: fingerprint,
      roleArn: '',
    })
    const loaded = await graphs.load(String(imported['scanId']))
    expect(loaded).toMatchObject({ relations: graph.relations, coverage: graph.coverage })
    expect(loaded?.accountId).not.toBe('123456789012')
    expect(Object.entries(loaded?.resources[0]?.tags ?? {})).toContainEqual(['__proto__', 'data'])
    const listed = await diagrams.list({ scanId: String(imported['scanId']) }, { limit: 50, after: null })
    expect(new Set(listed.items.map(({ type }) => type)).size).toBe(6)
  })
})

test('an imported connection never gets an IAM role', async () => {
  const [connection] =
    (await other.run(['account', 'list', '--org', target, '--json'])).output.match(/[0-9a-f-]{36}/) ?? []
  expect(await other.refused(['account', 'verify', connection ?? ''])).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('were imported from snapshots'),
  })
})

test('the installation that made a snapshot imports it without --trust, and a second redaction into the same connection', async () => {
  const none = join(folder, 'none.surveyor.zip')
  await commands.answered(['snapshot', 'create', scanId, '--out', none, '--redact', 'none'])
  const strict = join(folder, 'strict.surveyor.zip')
  await commands.answered(['snapshot', 'create', scanId, '--out', strict, '--redact', 'strict'])
  const first = await commands.answered(['snapshot', 'import', file, '--org', organization, '--alias', 'copy'])
  const second = await commands.answered(['snapshot', 'import', strict, '--org', organization])
  const third = await commands.answered(['snapshot', 'import', none, '--org', organization, '--alias', 'plain'])
  expect(second['connectionId']).toBe(first['connectionId'])
  expect(third['connectionId']).not.toBe(first['connectionId'])
  expect((await readFile(strict)).includes('storefront')).toBe(false)
})

test('a scan that has not completed has no snapshot', async () => {
  expect(
    await commands.refused(['snapshot', 'create', '00000000-0000-4000-8000-000000000000', '--out', file]),
  ).toMatchObject({ exitCode: 3 })
})
