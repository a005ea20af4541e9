/** Files that are signed, but not by this program, or that aren't snapshots. None is imported. */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive } from '../../contract/snapshot/archive.ts'
import { sealLength, sealOf, snapshotLimits } from '../../contract/snapshot/format.ts'
import { fingerprintOf, signatureText } from '../../contract/snapshot/signature.ts'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { openArchiveWriter } from './archive-writer.ts'
import { importSnapshot } from './import-snapshot.ts'

let tenant: TestTenant
let folder: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-hostile-'))
  tenant = await createTestTenant()
})
afterAll(async () => {
  await tenant.close()
  await rm(folder, { recursive: true })
})

const key = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})
const newFile = () => join(folder, String((files += 1)))

const queue = {
  type: 'AWS::SQS::Queue',
  id: 'orders',
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: {},
}
const line = (fields: object = {}) => JSON.stringify({ ...queue, relations: [], ...fields })

/** A signed snapshot with this content. */
async function signed(
  graph: string,
  { coverage = '[]', manifest = {} }: { readonly coverage?: string; readonly manifest?: object } = {},
): Promise<string> {
  const path = newFile()
  const archive = openArchiveWriter(path)
  await archive.add('graph.jsonl', [Buffer.from(graph)])
  await archive.add('coverage.json', [Buffer.from(coverage)])
  await archive.add('exposures.json', [Buffer.from('{}')])
  await archive.add('diagrams.html', [Buffer.from('')])
  const facts = {
    format: 'surveyor-snapshot',
    version: 1,
    scan: {
      id: '00000000-0000-4000-8000-000000000000',
      accountId: '123456789012',
      accountAlias: 'other',
      region: 'us-east-1',
      createdAt: '2026-11-01T00:00:00.000Z',
      completedAt: '2026-11-01T00:01:00.000Z',
    },
    redaction: {
      rules: 'none',
      accountIds: false,
      publicAddresses: false,
      emailAddresses: false,
      accessKeys: false,
      names: false,
      tagValues: false,
      tags: [],
      properties: [],
      patterns: 0,
    },
    counts: {
      resources: graph.split('\n').length - 1,
      relations: graph.split('"verb"').length - 1,
      types: 0,
      exposures: 0,
      diagrams: 0,
      pictures: 0,
      picturesLeftOut: 0,
    },
    ...manifest,
  }
  await archive.finish(facts as Parameters<typeof archive.finish>[0], key)
  return path
}

const importFile = (path: string, more: { readonly alias?: string; readonly trust?: string } = {}) =>
  importSnapshot(
    { store: tenant.store, progressOf: () => ({}), otherType: 'other' },
    { path, organizationId: tenant.organizationId, trust: fingerprintOf(key.publicKey), actor: 'operator', ...more },
  )

const collected = {
  type: queue.type,
  countKey: 'queues',
  status: 'collected',
  count: 1,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
}
const coverageOf = (...entries: readonly object[]) =>
  JSON.stringify(entries.map((fields) => ({ ...collected, ...fields })))

/** Facts of the manifest, for another account in each test. */
let accounts = 0
const ofScan = (scan: object = {}) => ({
  manifest: {
    scan: {
      id: '00000000-0000-4000-8000-000000000000',
      accountId: String(200_000_000_000 + (accounts += 1)),
      accountAlias: 'other',
      region: 'us-east-1',
      createdAt: '2026-11-01T00:00:00.000Z',
      completedAt: '2026-11-01T00:01:00.000Z',
      ...scan,
    },
  },
})

const left = () =>
  tenant.tenant(async ({ scans, accounts }) => ({
    scans: (await scans.list({}, { limit: 100, after: null })).items.length,
    connections: (await accounts.list({ limit: 100, after: null })).items.length,
  }))

const deep = `{"type":"AWS::SQS::Queue","id":"a","arn":null,"name":null,"presence":"read","tags":{},"properties":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}},"relations":[]}`
const relation = (fields: object) => [
  { verb: 'uses', target: { type: queue.type, id: 'orders' }, evidence: 'Field', ...fields },
]

test.each([
  ['an unknown type', line({ type: 'AWS::New::Thing' }), 'type "AWS::New::Thing" (line 1), which this version'],
  [
    'a dangling relation',
    line({ relations: relation({ target: { type: queue.type, id: 'gone' } }) }),
    '"gone", which isn\'t in the graph',
  ],
  ['an unknown verb', line({ relations: relation({ verb: 'toString' }) }), 'The field "verb" of a relation in line 1'],
  ['an unknown basis', line({ relations: relation({ basis: 'configured' }) }), 'The field "basis"'],
  ['a repeated resource', `${line()}\n${line()}`, 'one is repeated (line 2'],
  ['resources in another order', `${line({ id: 'b' })}\n${line({ id: 'a' })}`, "aren't sorted"],
  ['a field that changes the prototype', line().replace('{', '{"__proto__":{"id":"x"},'), 'unknown field "__proto__"'],
  ['a missing field', '{"type":"AWS::SQS::Queue","id":"a"}', 'has no field "arn"'],
  ['an empty ID', line({ id: '' }), 'The field "id"'],
  ['an ID that cannot be stored', line({ id: 'a\0b' }), "can't be stored"],
  ['a tag that is no text', line({ tags: { a: 1 } }), 'The field "tags"'],
  ['properties that are a list', line({ properties: [] }), 'The field "properties"'],
  ['another presence', line({ presence: 'there' }), 'The field "presence"'],
  ['values nested too deeply', deep, 'nested too deeply'],
  ['no JSON', '{', 'no valid JSON in line 1'],
  ['a list', '[]', 'is no object'],
])('a graph with %s is refused, and nothing is written', async (_, graph, message) => {
  const before = await left()
  const outcome = await importFile(await signed(`${graph}\n`))
  expect(outcome).toEqual({ kind: 'invalid graph', message: expect.stringContaining(message) })
  expect(await left()).toEqual(before)
})

test.each([
  ['a tag above the limit', `${line({ tags: { long: 'x'.repeat(64 * 1024 + 1) } })}\n`, '[]', 'The field "tags"'],
  [
    'a line above the limit',
    line({ properties: { long: randomBytes(2.5 * 1024 ** 2).toString('hex') } }),
    '[]',
    'Line 1 of graph.jsonl is too long',
  ],
  [
    'a relation to nothing',
    `${line({ relations: relation({ target: { type: queue.type, id: '' } }) })}\n`,
    '[]',
    'The field "id" of the target',
  ],
  ['an unknown type in its coverage', `${line()}\n`, coverageOf({ type: 'AWS::New::Thing' }), '"AWS::New::Thing"'],
  ['a negative number in its coverage', `${line()}\n`, coverageOf({ calls: -1 }), 'The field "calls"'],
  ['half a resource in its coverage', `${line()}\n`, coverageOf({ count: 1.5 }), 'The field "count"'],
  ['another status in its coverage', `${line()}\n`, coverageOf({ status: 'read' }), 'The field "status"'],
  ['a repeated type in its coverage', `${line()}\n`, coverageOf({}, {}), 'a type is repeated'],
  ['a coverage without end', `${line()}\n`, JSON.stringify(Array.from({ length: 10_001 }, () => 0)), "isn't a list"],
])('a snapshot with %s is refused, and nothing is written', async (_, graph, coverage, message) => {
  const before = await left()
  const outcome = await importFile(await signed(graph, { coverage, ...ofScan() }))
  expect(outcome).toEqual({ kind: 'invalid graph', message: expect.stringContaining(message) })
  expect(await left()).toEqual(before)
})

test('another number of relations than in the manifest is refused', async () => {
  const counts = { resources: 1, relations: 1, types: 0, exposures: 0, diagrams: 0, pictures: 0, picturesLeftOut: 0 }
  const { manifest } = ofScan()
  const file = await signed(`${line()}\n`, { manifest: { ...manifest, counts } })
  expect(await importFile(file)).toMatchObject({ message: expect.stringContaining('another number of resources or') })
})

test('a cut line, a wrong count, an unknown region, and a wrong coverage are refused', async () => {
  expect(await importFile(await signed(line()))).toMatchObject({ message: expect.stringContaining('is cut off') })
  const counts = {
    counts: { resources: 2, relations: 0, types: 0, exposures: 0, diagrams: 0, pictures: 0, picturesLeftOut: 0 },
  }
  expect(await importFile(await signed(`${line()}\n`, { manifest: counts }))).toMatchObject({
    message: expect.stringContaining('another number of resources'),
  })
  expect(await importFile(await signed(`${line()}\n`, { coverage: '{}' }))).toMatchObject({
    message: expect.stringContaining("isn't a list of types"),
  })
})

test('a manifest with another version or an unknown field is refused', async () => {
  const other = await importFile(await signed(`${line()}\n`, { manifest: { version: 2 } }))
  expect(other).toMatchObject({ kind: 'refused', problems: [{ code: 'UNSUPPORTED_VERSION' }] })
  const more = await importFile(await signed(`${line()}\n`, { manifest: { more: 1 } }))
  expect(more).toMatchObject({ kind: 'refused', problems: [{ code: 'BAD_MANIFEST' }] })
})

/** A ZIP file with a valid seal and these entries. */
async function zipWith(entries: Readonly<Record<string, Buffer>>): Promise<string> {
  const path = newFile()
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name)
  zip.end({ forceZip64Format: false, comment: sealOf('0'.repeat(64)) })
  await pipeline(zip.outputStream as Readable, createWriteStream(path))
  return path
}

async function reseal(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const bytes = change(await readFile(path))
  const body = bytes.subarray(0, bytes.length - sealLength)
  await writeFile(path, Buffer.concat([body, Buffer.from(sealOf(createHash('sha256').update(body).digest('hex')))]))
}

test.each(['../../evil.js', '/etc/passwd', 'C:/evil', 'pictures/../x.svg', String.raw`pictures\x.svg`, 'other.txt'])(
  'an entry with the name %s is refused',
  async (name) => {
    const placeholder = 'a'.repeat(name.length)
    const path = await zipWith({ [placeholder]: Buffer.from('x') })
    await reseal(path, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(placeholder, name), 'latin1'))
    const { problems } = await verifySnapshot(path)
    expect(problems).toEqual([expect.objectContaining({ code: 'BAD_ENTRY_NAME' })])
  },
)

test('a file that expands too much is refused before it is read', async () => {
  const bomb = await zipWith({ 'graph.jsonl': Buffer.alloc(8 * 1024 ** 2) })
  expect((await verifySnapshot(bomb)).problems).toEqual([
    expect.objectContaining({ code: 'TOO_LARGE', entry: 'graph.jsonl' }),
  ])
  const plain = await zipWith({ 'graph.jsonl': Buffer.from('ab'), 'coverage.json': Buffer.from('cd') })
  const limited = (limits: object) => openArchive(plain, { ...snapshotLimits, ...limits })
  await expect(limited({ entries: 1 })).rejects.toThrow('at most 1')
  await expect(limited({ entryBytes: 1 })).rejects.toThrow('The entry graph.jsonl has more than 1 bytes')
  await expect(limited({ totalBytes: 3 })).rejects.toThrow('All entries together have more than 3 bytes')
  await expect(limited({ fileBytes: 10 })).rejects.toThrow('A snapshot has at most 10')
  const archive = await limited({ entries: 2, entryBytes: 2, totalBytes: 4 })
  await archive.close()
})

test.each([
  ['a date that does not exist', { createdAt: '2026-02-30T00:00:00.000Z' }, 'BAD_MANIFEST'],
  ['a month that does not exist', { completedAt: '2026-99-01T00:00:00.000Z' }, 'BAD_MANIFEST'],
  ['a time without a zone', { completedAt: '2026-11-01T00:01:00.000' }, 'BAD_MANIFEST'],
  ['a completion before its start', { completedAt: '2026-10-31T23:59:59.999Z' }, 'before it was created'],
  ['a completion in the future', { completedAt: '9999-01-01T00:00:00.000Z' }, 'completed in the future'],
  ['an unknown region', { region: 'us-nowhere-1' }, "The region us-nowhere-1 isn't known"],
])('a scan with %s is refused, and nothing is written', async (_, scan, message) => {
  const before = await left()
  const outcome = await importFile(await signed(`${line()}\n`, ofScan(scan)))
  expect(['refused', 'invalid graph']).toContain(outcome.kind)
  expect(JSON.stringify(outcome)).toContain(message)
  expect(await left()).toEqual(before)
})

test.each([
  ['direction and lines', 'a\u202eb\n\u0007c', 'a b  c (imported)'],
  ['half of a character', 'a\ud800', 'a\ufffd (imported)'],
  [
    'characters of two units at the limit',
    'x'.repeat(88) + '\u{1f600}\u{1f600}',
    `${'x'.repeat(88)}\u{1f600} (imported)`,
  ],
  ['only spaces', ' \n', 'ID (imported)'],
])('an account name with %s becomes a valid name', async (_, accountAlias, alias) => {
  const outcome = await importFile(await signed(`${line()}\n`, ofScan({ accountAlias })))
  const connectionId = 'connectionId' in outcome ? outcome.connectionId : ''
  const connection = await tenant.tenant(({ accounts }) => accounts.find(connectionId))
  expect(connection?.alias.replace(/^2\d{11}/, 'ID')).toBe(alias)
})

test('snapshots of one account that are imported at once get one connection, and the same file one scan', async () => {
  const facts = ofScan({ accountAlias: 'at once' })
  const files = await Promise.all(['a', 'b', 'c'].map((id) => signed(`${line({ id })}\n`, facts)))
  const [first = ''] = files
  const outcomes = await Promise.all([...files, first, first].map((file) => importFile(file)))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['imported', 'imported', 'imported', 'known', 'known'])
  const idsOf = (name: 'connectionId' | 'scanId') =>
    new Set(outcomes.map((outcome) => ('scanId' in outcome ? outcome[name] : '')))
  expect([idsOf('connectionId').size, idsOf('scanId').size]).toEqual([1, 3])
})

test('a name that another connection has is refused, and another name is not', async () => {
  await importFile(await signed(`${line()}\n`, ofScan({ accountAlias: 'taken' })))
  const before = await left()
  const file = await signed(`${line()}\n`, ofScan({ accountAlias: 'taken' }))
  expect(await importFile(file)).toEqual({ kind: 'alias taken', alias: 'taken (imported)' })
  expect(await left()).toEqual(before)
  expect(await importFile(file, { alias: 'free' })).toMatchObject({ kind: 'imported' })
})

/** A signed snapshot whose content differs from its manifest after `change`. */
async function changed(change: (entries: Map<string, Buffer>) => void): Promise<string> {
  const archive = await openArchive(await signed(`${line()}\n`, ofScan()))
  const entries = new Map<string, Buffer>()
  for (const name of archive.names) entries.set(name, await archive.readWhole(name, 1024 ** 2))
  await archive.close()
  change(entries)
  const path = await zipWith(Object.fromEntries(entries))
  await reseal(path, (bytes) => bytes)
  return path
}

test.each<[string, (entries: Map<string, Buffer>) => void, object]>([
  [
    'an added entry',
    (entries) => entries.set('pictures/more.svg', Buffer.from('x')),
    { code: 'ENTRY_UNEXPECTED', entry: 'pictures/more.svg' },
  ],
  [
    'a removed entry',
    (entries) => entries.delete('exposures.json'),
    { code: 'ENTRY_MISSING', entry: 'exposures.json' },
  ],
  [
    'a replaced entry that the import does not read',
    (entries) => entries.set('diagrams.html', Buffer.from('<script>')),
    { code: 'ENTRY_DIFFERS', entry: 'diagrams.html' },
  ],
  [
    'a changed manifest',
    (entries) =>
      entries.set('manifest.json', Buffer.from(String(entries.get('manifest.json')).replace('other', 'mine!'))),
    { code: 'BAD_SIGNATURE' },
  ],
  ['no signature', (entries) => entries.delete('manifest.sig'), { code: 'ENTRY_MISSING', entry: 'manifest.sig' }],
  [
    'a signature with other spaces',
    (entries) =>
      entries.set('manifest.sig', Buffer.concat([entries.get('manifest.sig') ?? Buffer.alloc(0), Buffer.from(' ')])),
    { code: 'BAD_SIGNATURE' },
  ],
])('a file with a new seal and %s is refused, and nothing is written', async (_, change, problem) => {
  const before = await left()
  expect(await importFile(await changed(change))).toEqual({
    kind: 'refused',
    problems: [expect.objectContaining(problem)],
  })
  expect(await left()).toEqual(before)
})

test('a manifest that names another key than its signature is refused', async () => {
  const other = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const path = await changed((entries) => {
    const manifest = entries.get('manifest.json') ?? Buffer.alloc(0)
    const signature = sign(null, manifest, createPrivateKey({ key: other.privateKey, format: 'der', type: 'pkcs8' }))
    entries.set('manifest.sig', Buffer.from(signatureText({ publicKey: other.publicKey, signature })))
  })
  // Otherwise, everyone could sign snapshots in the name of a trusted key.
  expect(await importFile(path)).toMatchObject({ kind: 'refused', problems: [{ code: 'BAD_SIGNATURE' }] })
})

test('two entries with the same name, encrypted entries, and links to a folder are refused', async () => {
  const twice = await zipWith({ 'graph.jsonl': Buffer.from('a'), 'xraph.jsonl': Buffer.from('b') }).catch(() => '')
  await reseal(twice, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('xraph', 'graph'), 'latin1'))
  expect((await verifySnapshot(twice)).problems).toEqual([expect.objectContaining({ code: 'BAD_ENTRY_NAME' })])
  const encrypted = await zipWith({ 'graph.jsonl': Buffer.from('a') })
  await reseal(encrypted, (bytes) => {
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    return bytes.with(directory + 8, (bytes[directory + 8] ?? 0) | 1) as Buffer
  })
  expect((await verifySnapshot(encrypted)).problems).toEqual([expect.objectContaining({ code: 'NOT_A_SNAPSHOT' })])
  await symlink(folder, join(folder, 'link'))
  expect((await verifySnapshot(join(folder, 'link'))).problems).toEqual([
    expect.objectContaining({ code: 'NOT_A_SNAPSHOT' }),
  ])
})

test('a valid graph of this key is imported', async () => {
  const before = await left()
  const outcome = await importFile(await signed(`${line({ relations: relation({ basis: 'permitted' }) })}\n`))
  expect(outcome).toMatchObject({ kind: 'imported' })
  expect(await left()).toEqual({ scans: before.scans + 1, connections: before.connections + 1 })
})
