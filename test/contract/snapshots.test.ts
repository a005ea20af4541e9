import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { insertEmptyScan } from '../support/insert-empty-scan.ts'
import { startTestService, type TestOrganization, type TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let folder: string
let scanId: string
let queuedId: string
/** Completed, but without a graph. */
let emptyId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-snapshots-'))
  service = await startTestService()
  organization = await service.createOrganization()
  const connection = await organization.connectAccount()
  queuedId = (await organization.insertScan(connection)).id
  emptyId = (await organization.insertScan(connection)).id
  await service.store.tenant(organization.id, async ({ scans }) => {
    const begun = await scans.begin(emptyId, {})
    await scans.complete(emptyId, begun?.attempt ?? 0, {})
  })
  scanId = await insertEmptyScan(service, organization, connection)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, key = organization.key) =>
  fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })

test('a snapshot is a file that the published key has signed', async () => {
  const { key } = await organization.createKey({ scopes: ['read'] })
  const response = await get(`/api/scans/${scanId}/snapshot`, key)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="\d{12}-us-east-1-\d{4}-\d\d-\d\d\.surveyor\.zip"$/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const file = join(folder, 'api.zip')
  await writeFile(file, bytes)
  const published = (await (await get('/api/snapshot-key', key)).json()) as { data: { fingerprint: string } }
  const report = await verifySnapshot(file, { key: published.data.fingerprint })
  expect(report).toMatchObject({ problems: [], manifest: { redaction: { rules: 'default' }, scan: { id: scanId } } })
})

const createdOf = (subject: string) =>
  service.store.tenant(organization.id, async ({ auditEvents }) =>
    (await auditEvents.list(100)).filter((event) => event.action === 'snapshot.create' && event.subject === subject),
  )

test('the audit log has each snapshot that was created, and none that was not', async () => {
  const before = await createdOf(scanId)
  expect((await get(`/api/scans/${scanId}/snapshot?redact=strict`)).status).toBe(200)
  expect(await createdOf(scanId)).toHaveLength(before.length + 1)
  expect((await createdOf(scanId))[0]).toMatchObject({
    actor: expect.stringMatching(/^key:/),
    details: { redaction: 'strict' },
  })
  expect((await get(`/api/scans/${emptyId}/snapshot`)).status).toBe(404)
  expect(await createdOf(emptyId)).toEqual([])
})

test('refuses scans of others, scans that have not completed, other redactions, and keys without the scope', async () => {
  const other = await service.createOrganization()
  expect((await get(`/api/scans/${scanId}/snapshot`, other.key)).status).toBe(404)
  expect((await get(`/api/scans/${queuedId}/snapshot`)).status).toBe(409)
  expect((await get(`/api/scans/${scanId}/snapshot?redact=own`)).status).toBe(400)
  const { key } = await organization.createKey({ scopes: ['write'] })
  expect((await get(`/api/scans/${scanId}/snapshot`, key)).status).toBe(403)
})
