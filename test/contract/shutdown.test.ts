/**
 * Tests a stopping server for callers: it reports not ready, serves while its port is open, and responds to every
 * create.
 */
import { afterEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

const services: TestService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
})

async function open() {
  const [draining, waitingOver] = [new AbortController(), new AbortController()]
  const service = await startTestService({ draining: draining.signal, waitingOver: waitingOver.signal })
  services.push(service)
  const organization = await service.createOrganization()
  const connection = await organization.connectAccount()
  const headers = { authorization: `Bearer ${organization.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ cloudAccountId: connection.id })
  return {
    service,
    draining,
    waitingOver,
    get: (path: string) => fetch(`${service.baseUrl}${path}`, { headers }),
    create: () => fetch(`${service.baseUrl}/api/scans`, { method: 'POST', headers, body }),
    countScans: () =>
      service.store.tenant(
        organization.id,
        async ({ scans }) => (await scans.list({}, { limit: 9, after: null })).items.length,
      ),
    finishScan: async () => {
      await service.store.tenant(organization.id, async ({ scans }) => {
        const [scan] = (await scans.list({}, { limit: 1, after: null })).items
        const begun = await scans.begin(scan?.id ?? '', {})
        await scans.complete(begun?.id ?? '', begun?.attempt ?? 0, {})
      })
    },
  }
}

test('while it drains, it is not ready but serves requests', async () => {
  const { get, draining } = await open()
  expect((await get('/readyz')).status).toBe(200)
  draining.abort()
  const ready = await get('/readyz')
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }])
  expect((await get('/healthz')).status).toBe(200)
  const listed = await get('/api/scans')
  expect([listed.status, listed.headers.get('connection')]).toEqual([200, 'close'])
})

test('a waiting create gets its ended scan after the port is closed', async () => {
  const { service, create, countScans, finishScan, draining, get } = await open()
  const waiting = create()
  await expect.poll(countScans).toBe(1)
  draining.abort()
  const closing = service.server.close()
  await expect(get('/healthz')).rejects.toThrow('fetch failed')
  await finishScan()
  const answer = await waiting
  expect([answer.status, answer.headers.get('connection')]).toEqual([201, 'close'])
  expect(await answer.json()).toMatchObject({ success: true, data: { status: 'completed' } })
  await closing
})

test('at the end of the grace period, it gets the current scan', async () => {
  const { service, create, countScans, draining, waitingOver } = await open()
  const waiting = create()
  await expect.poll(countScans).toBe(1)
  draining.abort()
  const closing = service.server.close()
  waitingOver.abort()
  const answer = await waiting
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, null])
  expect(await answer.json()).toMatchObject({ success: true, data: { status: 'queued' } })
  await closing
})
