/** Files that are signed, but not by this program, or that aren't snapshots. None is imported. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive } from '../../contract/snapshot/archive.ts'
import { sealLength, sealOf, snapshotLimits } from '../../contract/snapshot/format.ts'
import { fingerprintOf } from '../../contract/snapshot/signature.ts'
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

const importFile = (path: string) =>
  importSnapshot(
    { store: tenant.store, progressOf: () => ({}), otherType: 'other' },
    { path, organizationId: tenant.organizationId, trust: fingerprintOf(key.publicKey), actor: 'operator' },
  )

const left = () =>
  tenant.tenant(async ({ scans, accounts }) => ({
    scans: (await scans.list({}, { limit: 10, after: null })).items.length,
    connections: (await accounts.list({ limit: 10, after: null })).items.length,
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

test('a valid graph of this key is imported', async () => {
  const before = await left()
  const outcome = await importFile(await signed(`${line({ relations: relation({ basis: 'permitted' }) })}\n`))
  expect(outcome).toMatchObject({ kind: 'imported' })
  expect(await left()).toEqual({ scans: before.scans + 1, connections: before.connections + 1 })
})
