/** Tests that requests that count toward a limit wait for each other, but never for those of another organization. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import type { Tenant } from './store.ts'

let testStore: TestStore
let first: string
let second: string

beforeAll(async () => {
  testStore = await createTestStore()
  first = (await testStore.store.organizations.insert('First'))?.id ?? ''
  second = (await testStore.store.organizations.insert('Second'))?.id ?? ''
})
afterAll(() => testStore.close())

const counts: Readonly<Record<string, (tenant: Tenant) => Promise<number>>> = {
  alerts: ({ alerts }) => alerts.count(),
  'queued scans': ({ scans }) => scans.countQueued(),
  'saved views': ({ savedViews }) => savedViews.countAll(),
  'open share links': ({ shareLinks }) => shareLinks.countOpen(),
}

test.each(Object.entries(counts))('%s', async (_, count) => {
  const order: string[] = []
  const [counted, released] = [new AbortController(), new AbortController()]
  const holder = testStore.store.tenant(first, async (tenant) => {
    await count(tenant)
    counted.abort()
    await once(released.signal, 'abort')
    order.push('holder')
  })
  if (!counted.signal.aborted) await once(counted.signal, 'abort')
  const waiting = testStore.store.tenant(first, async (tenant) => {
    await count(tenant)
    order.push('same organization')
  })
  await testStore.store.tenant(second, async (tenant) => {
    await count(tenant)
    order.push('other organization')
  })
  await sleep(50)
  released.abort()
  await Promise.all([holder, waiting])
  expect(order).toEqual(['other organization', 'holder', 'same organization'])
})
