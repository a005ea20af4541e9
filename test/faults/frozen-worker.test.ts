/**
 * Tests a suspended worker at each point of a scan: it loses the scan as fast as a killed one, and its later writes
 * have no effect.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitingLocks } from '../support/waiting-locks.ts'
import { openProcessFleet, type ProcessFleet, type ServiceProcess } from './process-fleet.ts'

const mostMs = 15_000

let fleet: ProcessFleet
/**
 * The owner of the database has access to everything, and locks tables so that a worker stops within a chosen
 * statement.
 */
let owner: Client
let active: ServiceProcess
let spare: ServiceProcess

beforeAll(async () => {
  fleet = await openProcessFleet({ latencyMs: 60 })
  owner = new Client({ connectionString: fleet.testStore.ownerUrl })
  await owner.connect()
  ;[active, spare] = await Promise.all([fleet.start({ ROLE: 'worker' }), fleet.start({ ROLE: 'worker' })])
})
afterAll(async () => {
  await owner.end()
  await fleet.close()
})

async function startScan({ baseUrl }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fleet.key}`, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ cloudAccountId: fleet.connectionId }),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const find = (id: string) => fleet.testStore.store.tenant(fleet.organizationId, ({ scans }) => scans.find(id))

/** Returns everything that an attempt writes. */
async function written(id: string): Promise<unknown> {
  const { rows } = await owner.query(
    `select status, attempt, progress, updated_at,
       (select count(*) from diagrams where scan_id = scans.id) as diagrams,
       (select json_agg(entry order by type) from scan_coverage where scan_id = scans.id) as coverage,
       (select json_agg(state) from jobs.job where id = scans.id) as jobs
     from scans where id = $1`,
    [id],
  )
  return rows[0]
}

/** The table that the worker is writing when it stops; `null` if it is reading outside a transaction. */
test.each([
  // First, because content that is already stored isn't stored again.
  ['stores what it has read', 'resource_versions', 2],
  ['begins', 'scan_coverage', 1],
  ['reads', null, 2],
  ['records its progress', 'scan_coverage', 2],
  ['keeps diagrams', 'diagram_contents', 2],
  ['completes', 'scan_graphs', 2],
  ['has almost completed', 'diagrams', 2],
] as const)('frozen while it %s', async (point, table, attempt) => {
  process.kill(spare.pid, 'SIGSTOP')
  await owner.query('begin')
  const lock = async () => {
    if (table !== null) await owner.query(`lock table ${table} in share mode`)
  }
  const mayBegin = point !== 'begins'
  if (!mayBegin) await lock()
  const id = await startScan(active)
  const begun = async () => !mayBegin || (await find(id))?.status === 'scanning'
  await expect.poll(begun, { interval: 20 }).toBe(true)
  if (mayBegin) await lock()
  const stuck = async () => table === null || (await waitingLocks(owner, table)) > 0
  await expect.poll(stuck, { interval: 20 }).toBe(true)

  // The statement ends, but its transaction stays open, because the worker is suspended.
  process.kill(active.pid, 'SIGSTOP')
  const frozenAt = performance.now()
  const standstill = monitorEventLoopDelay()
  standstill.enable()
  await owner.query('rollback')
  process.kill(spare.pid, 'SIGCONT')
  const taken = async () => {
    const scan = await find(id)
    return scan?.attempt === attempt && scan.status !== 'queued'
  }
  await expect.poll(taken, { interval: 200 }).toBe(true)
  const tookMs = performance.now() - frozenAt
  standstill.disable()
  console.log(`taken up ${Math.round(tookMs)} ms after it froze while it ${point}`)
  // The time in which the machine was suspended doesn't count.
  expect(tookMs).toBeLessThan(mostMs + standstill.max / 1e6)

  // It resumes while the other worker runs the scan, and has ended its own attempt.
  process.kill(active.pid, 'SIGCONT')
  await expect.poll(async () => (await find(id))?.status, { interval: 200 }).toBe('completed')
  const before = await written(id)
  expect(before).toMatchObject({ status: 'completed', attempt })
  await sleep(6_000)
  expect(await written(id)).toEqual(before)
  ;[active, spare] = [spare, active]
})
