/**
 * Tests clock jumps of a worker during scans, by more than the duration of a session: no results are lost, and
 * credentials aren't blamed.
 */
import { readFile, writeFile } from 'node:fs/promises'
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
])('%s', async (_, hours) => {
  const find = (id: string) => call<Scan>(`/api/scans/${id}`)
  const clockBefore = await readFile(clockFile, 'utf8')

  /** Returns a scan during which the clock jumped. On a busy machine, a scan may complete before its clock jumps. */
  async function scanWithJump(attempts = 5): Promise<string> {
    await writeFile(clockFile, clockBefore)
    const body = JSON.stringify({ cloudAccountId: fleet.connectionId })
    const { id } = await call<Scan>('/api/scans', { method: 'POST', body })
    // Part of it was read with the previous clock.
    await expect.poll(async () => (await find(id)).progress?.['subnets'] ?? 0, { interval: 20 }).toBeGreaterThan(0)
    await writeFile(clockFile, String(hours * hourMs))
    await service.waitFor(new RegExp(`the clock jumped to ${hours * hourMs} ms ahead`))
    if ((await find(id)).status === 'scanning') return id
    if (attempts === 1) throw new Error('The clock jumped during none of the scans')
    return scanWithJump(attempts - 1)
  }

  const id = await scanWithJump()
  await expect.poll(async () => (await find(id)).status).not.toBe('scanning')
  expect(await find(id)).toMatchObject({ status: 'completed', errorMessage: null })
  const { coverage } = await call<{ coverage: { status: string }[] }>(`/api/scans/${id}/coverage`)
  expect(coverage.filter(({ status }) => status !== 'collected')).toEqual([])
  const account = await call(`/api/accounts/${fleet.connectionId}`)
  expect(account).toMatchObject({ status: 'connected', errorMessage: null })
})
