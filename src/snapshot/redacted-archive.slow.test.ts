/** No entry of a snapshot has a value that its rules redact: not the graph, and nothing that is drawn from it. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../../contract/snapshot/archive.ts'
import { snapshotLimits } from '../../contract/snapshot/format.ts'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import type { Json, Resource, ResourceGraph } from '../graph/resource-graph.ts'
import { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { loadWorld } from '../simulated/world-catalogue.ts'
import { createSnapshot } from './create-snapshot.ts'
import { findValues } from './redaction/find-values.ts'
import { parseRules } from './redaction/parse-rules.ts'
import { presets, type RedactionRules } from './redaction/rules.ts'

let folder: string
let graph: ResourceGraph

/** Part of every text that the rules of a test redact. */
const mark = 'zqxmark'

const key = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-redacted-'))
  const cloud = await startSimulatedCloud({ world: await loadWorld('full') })
  try {
    graph = await scanSimulatedRegion(cloud, { accountAlias: 'simulated' })
  } finally {
    await cloud.close()
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** The texts of each entry, also without markup, because renderers wrap long texts into several elements. */
async function entriesOf(given: ResourceGraph, rules: RedactionRules): Promise<ReadonlyMap<string, string>> {
  const path = join(folder, `${rules.name}.zip`)
  const times = { createdAt: '2026-11-01T00:00:00.000Z', completedAt: '2026-11-01T00:01:00.000Z' }
  const source = { scanId: '00000000-0000-4000-8000-000000000000', ...times, graph: given }
  const name = await createSnapshot(path, source, rules, key)
  expect((await verifySnapshot(path)).problems).toEqual([])
  const archive = await openArchive(path)
  const entries = new Map([['(file name)', name]])
  for (const entry of archive.names) {
    const bytes = await archive.readWhole(entry, snapshotLimits.entryBytes)
    expect([entry, entry.endsWith('.png') ? textChunksOf(bytes) : []]).toEqual([entry, []])
    const text = bytes.toString('latin1')
    entries.set(entry, `${text}\n${text.replaceAll(/<[^>]*>/g, '')}`)
  }
  await archive.close()
  return entries
}

/** The types of a picture's chunks that have texts: tEXt, zTXt, and iTXt. */
function textChunksOf(png: Buffer): readonly string[] {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8))
  return types.filter((type) => /t[eE]?xt/i.test(type))
}

const namesWith = (entries: ReadonlyMap<string, string>, value: string) =>
  [...entries].filter(([, text]) => text.toLowerCase().includes(value.toLowerCase())).map(([name]) => name)

describe('the snapshot of an account with all resource types', () => {
  test('by default has no account ID, public address, email address, access key, or secret of a tag, and no match of a pattern', async () => {
    const rules = parseRules('{"patterns": ["[a-z]*squirrelpattern[a-z]*"]}')
    const secrets = { password: `hunter-${mark}-2`, 'api-token': 'deadbeef00000000deadbeef0000beef' }
    const withSecrets = changed(graph, (resource, at) => ({
      ...resource,
      tags: {
        ...resource.tags,
        ...(at % 7 === 0 && secrets),
        [`owner-squirrelpattern`]: `of squirrelpatterns ${at}`,
        contact: `ann.${mark}@example.com AKIA${'Z'.repeat(16)}`,
      },
      properties: {
        ...resource.properties,
        ...('description' in resource.properties && { description: secrets['api-token'] }),
      },
    }))
    const { accountIds, publicAddresses } = findValues(withSecrets, presets.default)
    expect(accountIds).toContain(graph.accountId)
    expect(publicAddresses.size).toBeGreaterThan(5)
    const entries = await entriesOf(withSecrets, rules)
    expect(entries.size).toBeGreaterThan(50)
    // The type of a resource that shows that other names stay.
    expect(namesWith(entries, 'simulated')).toContain('pictures/architecture.svg')
    for (const value of [mark, 'squirrelpattern', 'deadbeef0000', `AKIA${'Z'.repeat(16)}`, ...accountIds]) {
      expect([value, namesWith(entries, value)]).toEqual([value, []])
    }
    for (const address of publicAddresses) {
      const found = [...entries].filter(([, text]) => isIn(text, address) || isIn(text, address.replaceAll('.', '-')))
      expect([address, found.map(([name]) => name)]).toEqual([address, []])
    }
  })

  test('in strict mode has no name, tag value, or description', async () => {
    const marked = changed({ ...graph, accountAlias: `team-${mark}` }, (resource, at) => ({
      ...resource,
      name: resource.name === null ? null : `${resource.name}-${mark}${at}`,
      tags: Object.fromEntries(Object.entries(resource.tags).map(([tag, value]) => [tag, `${value}-${mark}`])),
      properties: markedTexts(resource.properties),
    }))
    expect(JSON.stringify(marked).split(mark).length).toBeGreaterThan(500)
    const entries = await entriesOf(marked, presets.strict)
    expect(namesWith(entries, mark)).toEqual([])
  })
})

function changed(given: ResourceGraph, change: (resource: Resource, at: number) => Resource): ResourceGraph {
  return { ...given, resources: given.resources.map(change) }
}

function markedTexts(value: Resource['properties']): Resource['properties'] {
  const marked = (each: Json, name: string): Json => {
    if (typeof each === 'string') return name === 'description' || name === 'comment' ? `${each} ${mark}` : each
    if (Array.isArray(each)) return each.map((item: Json) => marked(item, name))
    return typeof each === 'object' && each !== null ? markedTexts(each as Resource['properties']) : each
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, name)]))
}

/** Whether an address is in a text, and not as part of a longer number. */
function isIn(text: string, address: string): boolean {
  const pattern = address.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\d.:a-f-])${pattern}(?![\d:a-f]|[.-]\d)`, 'i').test(text)
}
