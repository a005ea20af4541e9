/** Tests database outages: running scans continue or are taken up again, and complete. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/store/embedded-postgres.ts'
import { startSurveyor, type SurveyorProcess, temporaryFolder } from '../support/surveyor-process.ts'
import type { LoadTarget } from './constant-load.ts'
import { type DatabaseServer, databaseServer } from '../support/database-server.ts'
import { connectAccount } from './drill-tenant.ts'

/** The limit after the database responds again. */
const mostMs = 15_000
const regions = ['us-east-1', 'us-west-2']

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let cloud: SimulatedCloud
let postgres: EmbeddedPostgres
let server: DatabaseServer
let target: LoadTarget
const processes: { readonly process: SurveyorProcess; readonly baseUrl: string }[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  cloud = await startSimulatedCloud({ world: 'three-tier', latencyMs: 400 })
  // Restarts the server on the same port, like an operator's supervisor.
  postgres = await openEmbeddedPostgres({ dataDirectory: folder.path, onNotice: () => undefined })
  server = await databaseServer(folder.path)
  const environment = {
    DATABASE_URL: postgres.ownerUrl,
    SECRET_KEY: 'o'.repeat(32),
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_ACCESS_KEY_ID: cloud.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
    PORT: '0',
  }
  for (const ROLE of ['all', 'worker']) {
    const process = startSurveyor(['start'], { ...environment, ROLE })
    const [, baseUrl = ''] = await process.waitFor(/listening on (http:\/\/[\d.:]+)/)
    processes.push({ process, baseUrl })
  }
  target = await connectAccount(environment, cloud, [processes[0]?.baseUrl ?? ''])
})
afterAll(async () => {
  for (const { process } of processes) await process.stop()
  await postgres.close()
  await cloud.close()
  await folder.remove()
})

async function startScan(region: string): Promise<string> {
  const answer = await fetch(`${target.baseUrls[0]}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ cloudAccountId: target.connectionId, region }),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

type Row = { readonly id: string; readonly status: string; readonly attempt: number; readonly updatedAt: string }

/** Rejects while the database is unavailable. */
async function scans(ids: readonly string[]): Promise<readonly Row[]> {
  const owner = new Client({ connectionString: postgres.ownerUrl })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
    const { rows } = await owner.query<Row>(
      'select id, status, attempt, updated_at::text as "updatedAt" from scans where id = any ($1) order by id',
      [ids],
    )
    return rows
  } finally {
    await owner.end().catch(() => undefined)
  }
}

const readiness = () => Promise.all(processes.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/readyz`)).status))

const down = (seconds: number, by: NodeJS.Signals) => () =>
  server.whileDown(async () => {
    expect(await readiness()).toEqual([503, 503])
    await sleep(seconds * 1000)
    expect(await readiness()).toEqual([503, 503])
  }, by)

test.each([
  ['all sessions are terminated', async () => server.terminate(await server.sessions())],
  ['the server is stopped and started again', down(2, 'SIGINT')],
  ['the server is killed and is away for longer than a heartbeat', down(20, 'SIGKILL')],
])('%s', async (name, outage) => {
  // No scan ends before all have started, even on a busy machine.
  cloud.setFaults({ rules: [{ service: 'lambda', effect: 'slow', delayMs: 5_000 }] })
  const ids = await Promise.all(regions.map(startScan))
  const statuses = async () => (await scans(ids)).map(({ status }) => status)
  await expect.poll(statuses, { interval: 50 }).toEqual(regions.map(() => 'scanning'))
  cloud.setFaults({})

  await outage()
  const standstill = monitorEventLoopDelay()
  standstill.enable()
  const before = await until(() => scans(ids))
  const backAt = performance.now()
  const left = new Map(before.map((row) => [row.id, row]))
  while (left.size > 0) {
    for (const row of await scans(ids)) {
      const { attempt, updatedAt } = left.get(row.id) ?? row
      if (row.status === 'completed' || row.attempt > attempt || row.updatedAt > updatedAt) left.delete(row.id)
    }
    // The time in which the machine was suspended doesn't count.
    expect(performance.now() - backAt).toBeLessThan(mostMs + standstill.max / 1e6)
    await sleep(100)
  }
  standstill.disable()
  const tookMs = Math.round(performance.now() - backAt)

  await expect.poll(readiness).toEqual([200, 200])
  await expect.poll(statuses).toEqual(regions.map(() => 'completed'))
  const attempts = (await scans(ids)).map(({ attempt }) => attempt)
  console.log(`${name}: all went on ${tookMs} ms after the database was back, attempts: ${attempts.join(', ')}`)
})

async function until<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(50)
    }
  }
}
