/** Tests imported snapshots in the whole service: compared, drawn, and shared like scans, and never scanned or connected. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionAccountDetails } from '../../contract/session/accounts.ts'
import { changedWorld } from '../../scripts/goldens/changed-world.ts'
import { otherType } from '../../src/collect/other-resources.ts'
import { finalProgress } from '../../src/scan/progress.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { importSnapshot } from '../../src/snapshot/import-snapshot.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { signUp } from '../support/session-client.ts'

let running: RunningTestService
let folder: string
/** Of another organization of this installation. */
let organizationId: string
let key: string
/** The scans of the account, and the imported ones. */
let scanned: readonly string[]
let imported: readonly string[]
let connectionId: string
const world = structuredClone(await loadWorld('three-tier'))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-imported-'))
  running = await startRunningService({ world })
  const { store } = running.service
  organizationId = (await store.organizations.insert('Auditors'))?.id ?? ''
  const created = generateApiKey()
  key = created.key
  await store.tenant(organizationId, ({ apiKeys }) =>
    apiKeys.insert({
      name: 'theirs',
      scopes: ['read', 'write'],
      version: '2026-02-01',
      expiresAt: null,
      hash: created.hash,
    }),
  )
  const first = await running.scan('us-east-1')
  Object.assign(world.accounts[0]?.regions ?? {}, changedWorld(world).accounts[0]?.regions)
  const second = await running.scan('us-east-1')
  scanned = [first.id, second.id]
  const scans: string[] = []
  for (const id of scanned) {
    const response = await fetch(`${running.service.baseUrl}/api/scans/${id}/snapshot`, {
      headers: { authorization: `Bearer ${running.key}` },
    })
    const path = join(folder, id)
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    const outcome = await importSnapshot(
      { store, progressOf: finalProgress, otherType },
      { path, organizationId, actor: 'operator' },
    )
    if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
    scans.push(outcome.scanId)
    connectionId = outcome.connectionId
  }
  imported = scans
})
afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

type Answer<Data> = {
  readonly status: number
  readonly data: Data
  readonly error?: { readonly code: string; readonly message: string }
}

async function call<Data>(path: string, init: RequestInit & { readonly as?: string } = {}): Promise<Answer<Data>> {
  const response = await fetch(`${running.service.baseUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${init.as ?? key}`, 'content-type': 'application/json' },
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
}
const post = (path: string, body: object) =>
  call<{ svgUrl: string }>(path, { method: 'POST', body: JSON.stringify(body) })

type Compared = Readonly<Record<'changes' | 'added' | 'removed' | 'changed' | 'unknown', readonly object[]>>

/** The numbers of changes and of resources. */
async function compared(path: string, as = key): Promise<readonly number[]> {
  const { changes, added, removed, changed, unknown } = (await call<Compared>(path, { as })).data
  return [changes, added, removed, changed, unknown].map(({ length }) => length)
}

test('two imported scans of one account are compared like the scans that they are from', async () => {
  const [base, scan] = imported
  const ofScanned = await compared(`/api/scans/${scanned[1]}/compare?base=${scanned[0]}`, running.key)
  expect(ofScanned[0]).toBeGreaterThan(3)
  expect(await compared(`/api/scans/${scan}/compare?base=${base}`)).toEqual(ofScanned)
  expect(await compared(`/api/scans/${scan}/compare?base=previous`)).toEqual(ofScanned)
})

test('an imported scan is drawn and shared, and the newest one is shown', async () => {
  const { data } = await call<{ diagrams: readonly { id: string; type: string }[] }>(
    `/api/diagrams?scanId=${imported[0]}`,
  )
  const diagramId = data.diagrams.find(({ type }) => type === 'architecture')?.id
  const link = await post('/api/share-links', { view: { name: 'Imported', diagramId } })
  const response = await fetch(running.service.baseUrl + link.data.svgUrl)
  expect(response.status).toBe(200)
  const picture = await response.text()
  expect(picture).toContain('web-1')
  const accountId = running.cloud.accounts[0]?.accountId ?? ''
  expect(picture).not.toContain(accountId)
  const shown = await call<{ views: readonly { scanId: string }[] }>('/api/views')
  expect(shown.data.views).toMatchObject([{ scanId: imported[1] }])
})

test('409: an imported account connection is never scanned, scheduled, verified, or given an IAM role', async () => {
  const scan = await post('/api/scans', { cloudAccountId: connectionId, region: 'us-east-1' })
  expect(scan).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', message: expect.stringContaining('were imported from snapshots') },
  })
  const run = await post('/api/scan-runs', { cloudAccountId: connectionId, regions: ['us-east-1'] })
  expect(run.status).toBe(409)

  const { baseUrl, store } = running.service
  const owner = await signUp({ baseUrl, store }, organizationId, 'owner')
  const address = `/session/accounts/${connectionId}`
  const { cloudAccountId, ...details } = await owner.data<SessionAccountDetails>('GET', address)
  expect(details).toMatchObject({ imported: true, status: 'pending', nextStep: expect.stringContaining('no IAM role') })
  const roleIdentifier = `arn:aws:iam::${cloudAccountId}:role/SurveyorScan`
  for (const [method, path, body] of [
    ['POST', `${address}/verify`, {}],
    ['PATCH', address, { roleIdentifier }],
    ['PATCH', address, { alias: 'Renamed with a role', roleIdentifier }],
  ] as const) {
    const { status, body: answer } = await owner.call(method, path, body)
    expect([path, status, answer?.error]).toMatchObject([
      path,
      409,
      { code: 'CONFLICT', message: expect.stringContaining('were imported from snapshots') },
    ])
  }
  expect(await owner.data('PATCH', address, { alias: 'Renamed' })).toMatchObject({ alias: 'Renamed', imported: true })
  expect(await owner.data('GET', '/session/accounts')).toMatchObject({ accounts: [{ imported: true, scanCount: 2 }] })
})

test('deleting an imported connection deletes its scans, and the same snapshot can be imported again', async () => {
  const { store } = running.service
  await store.tenant(organizationId, ({ accounts }) => accounts.remove(connectionId))
  expect((await call(`/api/scans/${imported[0]}`)).status).toBe(404)
  const again = await importSnapshot(
    { store, progressOf: finalProgress, otherType },
    { path: join(folder, scanned[0] ?? ''), organizationId, actor: 'operator' },
  )
  expect(again.kind).toBe('imported')
})
