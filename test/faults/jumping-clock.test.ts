/**
 * Tests clock jumps of a worker during scans, by more than the duration of a session: no results are lost, and
 * credentials aren't blamed.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../support/surveyor-process.ts'
import { openProcessFleet, type ProcessFleet, type ServiceProcess } from './process-fleet.ts'

const hourMs = 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let fleet: ProcessFleet
let service: ServiceProcess
let clockFile: string

beforeAll(async () => {
  folder = await temporaryFolder()
  // A scan takes several seconds, so that the clock can jump during it.
  fleet = await openProcessFleet({ latencyMs: 800 })
  clockFile = join(folder.path, 'clock')
  await writeFile(clockFile, '0')
  const preload = join(import.meta.dirname, '../support/jumping-clock.ts')
  service = await fleet.start({ NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: clockFile })
})
afterAll(async () => {
  await fleet.close()
  await folder.remove()
})

async function call<Data>(path: string, init: RequestInit = {}): Promise<Data> {
  const headers = { authorization: `Bearer ${fleet.key}`, 'content-type': 'application/json', prefer: 'respond-async' }
  const answer = await fetch(`${service.baseUrl}${path}`, { ...init, headers })
  return ((await answer.json()) as { data: Data }).data
}

type Scan = {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
  readonly progress: Readonly<Record<string, number>> | null
}

test.each([
  ['forward', 3],
  ['back', -3],
  ['to the right time again', 0],
])('%s', { timeout: 180_000 }, async (_, hours) => {
  const body = JSON.stringify({ cloudAccountId: fleet.connectionId })
  const { id } = await call<Scan>('/api/scans', { method: 'POST', body })
  const find = () => call<Scan>(`/api/scans/${id}`)
  // Part of it was read with the previous clock.
  await expect
    .poll(async () => (await find()).progress?.['subnets'] ?? 0, { interval: 20, timeout: 60_000 })
    .toBeGreaterThan(0)
  await writeFile(clockFile, String(hours * hourMs))
  await service.waitFor(new RegExp(`the clock jumped to ${hours * hourMs} ms ahead`))
  expect((await find()).status).toBe('scanning')

  await expect.poll(async () => (await find()).status, { timeout: 120_000 }).not.toBe('scanning')
  expect(await find()).toMatchObject({ status: 'completed', errorMessage: null })
  const { coverage } = await call<{ coverage: { status: string }[] }>(`/api/scans/${id}/coverage`)
  expect(new Set(coverage.map(({ status }) => status))).toEqual(new Set(['collected']))
  const account = await call(`/api/accounts/${fleet.connectionId}`)
  expect(account).toMatchObject({ status: 'connected', errorMessage: null })
})
