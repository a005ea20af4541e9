import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { TestStore } from '../../test/support/test-store.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import type { ScanJob, ScanJobs } from './scan-jobs.ts'
import { installJobs, openScanJobs } from './scan-jobs.ts'

let testStore: TestStore
let organizationId: string
beforeAll(async () => {
  testStore = await createTestStore()
  const { role } = runtimeLogin(testStore.ownerUrl, testStore.secretKey)
  await installJobs(testStore.ownerUrl, role)
  organizationId = (await testStore.store.organizations.insert('jobs'))?.id ?? ''
})
afterAll(() => testStore.close())

const openWorker = () =>
  openScanJobs({
    runtimeUrl: testStore.runtimeUrl,
    expireSeconds: 60,
    onError: (error) => {
      throw error
    },
  })

async function send(jobs: ScanJobs, serialKey: string): Promise<ScanJob> {
  const job = { organizationId, scanId: randomUUID() }
  await testStore.store.tenant(organizationId, ({ transaction }) => jobs.send(transaction, job, serialKey))
  return job
}

test('jobs of one key run one after the other in order, others at once, and start within moments', async () => {
  const jobs = await openWorker()
  const events: string[] = []
  const done = Promise.withResolvers<void>()
  const names = new Map<string, string>()
  await jobs.work({ concurrency: 4 }, async ({ scanId }, { finish }) => {
    const name = names.get(scanId) ?? ''
    events.push(`start ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await testStore.store.tenant(organizationId, ({ transaction }) => finish(transaction))).toBe(true)
    events.push(`end ${name}`)
    if (events.length === 6) done.resolve()
  })
  const started = Date.now()
  for (const [name, key] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const) {
    const { scanId } = await send(jobs, key)
    names.set(scanId, name)
  }
  await done.promise
  expect(Date.now() - started).toBeLessThan(900)
  expect(events.indexOf('end a1')).toBeLessThan(events.indexOf('start a2'))
  expect(events.indexOf('start b1')).toBeLessThan(events.indexOf('end a1'))
  await jobs.close({ graceMs: 5_000 })
})
