/**
 * Runs the service in its own process until all scans of due schedules have ended. `node bench/schedules-process.ts
 * WORK` prints the figures.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startService } from '../src/composition/service.ts'
import { readConfiguration } from '../src/configuration.ts'
import { newId } from '../src/store/new-id.ts'
import { testCloudSettings } from '../test/support/test-cloud.ts'
import type { CloudAddress } from './cloud-process.ts'
import { externalId } from './region-scan.ts'

export type ScheduledScans = {
  readonly dataDirectory: string
  readonly cloud: Pick<CloudAddress, 'endpoint' | 'accessKeyId' | 'secretAccessKey'>
  readonly accounts: readonly { readonly accountId: string; readonly roleArn: string }[]
  readonly regions: readonly string[]
}

export type ScheduledFigures = {
  readonly scans: number
  readonly wallMs: number
  /** The user and system time of the process, without the database. */
  readonly cpuMs: number
}

const { dataDirectory, cloud, accounts, regions } = JSON.parse(process.argv[2] ?? '') as ScheduledScans
const settings = testCloudSettings(cloud)
const configuration = readConfiguration({ DATA_DIR: dataDirectory, PORT: '0' })
const service = await startService(configuration, settings, pino({ level: 'silent' }))
const { store } = service
const organizationId = (await store.organizations.insert('bench'))?.id ?? ''
const cpu = process.cpuUsage()
const startedAt = performance.now()
await store.tenant(organizationId, async (tenant) => {
  for (const { accountId, roleArn } of accounts) {
    const added = await tenant.accounts.insert({
      alias: accountId,
      accountNumber: accountId,
      partition: 'aws',
      roleArn,
      externalId,
    })
    const connectionId = added?.id ?? ''
    await tenant.accounts.update(connectionId, 'pending', { status: 'connected', errorMessage: null })
    const at = new Date(Date.now() - 60_000)
    await tenant.schedules.insert(newId(), connectionId, {
      regions,
      everyHours: 1,
      cron: null,
      timeZone: 'UTC',
      jitterMinutes: 0,
      pauseReason: null,
      anchorAt: at,
      dueAt: at,
      runAt: at,
    })
  }
})

const limit = { limit: 100, after: null }
let rows: readonly { readonly status: string; readonly note: string | null }[] = []
for (let isOver = false; !isOver;) {
  await sleep(2_000)
  const runs = await store.tenant(organizationId, ({ scanRuns }) => scanRuns.list({}, limit))
  isOver =
    runs.items.length === accounts.length &&
    runs.items.every(({ status }) => status === 'completed' || status === 'failed')
  if (!isOver) continue
  rows = await store.tenant(organizationId, ({ scanRuns }) => scanRuns.regions(runs.items.map(({ id }) => id)))
}
const wallMs = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpu)
const failed = rows.find(({ status }) => status !== 'completed')
if (failed !== undefined) throw new Error(`A scan of the bench is ${failed.status}: ${failed.note}`)
await service.close()
settings.requestHandler.close()
process.stdout.write(
  JSON.stringify({ scans: rows.length, wallMs, cpuMs: (user + system) / 1000 } satisfies ScheduledFigures),
)
