/** Scans a simulated region like a worker of the service, with the real store. */
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { pino } from 'pino'
import { recordRefusal } from '../src/accounts/role-refusal.ts'
import { roleAssumer } from '../src/cloud/assume-role.ts'
import { createRateBudget } from '../src/cloud/rate-budget.ts'
import type { SharedRequestHandler } from '../src/cloud/sdk/client.ts'
import { catalogue, keepOf } from '../src/collect/catalogue.ts'
import { scanJobHandler } from '../src/scan/scan-job.ts'
import type { ConnectionRecord } from '../src/store/account-connections.ts'
import type { Store } from '../src/store/store.ts'
import type { CloudAddress } from './cloud-process.ts'

export const latencyMs = 40
/** The default of the service. */
export const sharePercent = 70
export const externalId = 'external-id-of-the-bench'
export const region = 'us-east-1'

export type ScanFigures = {
  readonly wallMs: number
  /** The user and system time of the scanning process. */
  readonly cpuMs: number
  /** The peak memory of the process so far. */
  readonly peakBytes: number
  readonly resources: number
  /** SHA-256 of the stored graph. */
  readonly graphHash: string
  /** The types that couldn't be read, with their reasons. */
  readonly gaps: readonly string[]
}

/**
 * `requestHandler`: keeps the connections of earlier scans, as in the service. Without `drawViews`, nothing is drawn.
 */
export async function scanRegion(
  store: Store,
  cloud: CloudAddress,
  requestHandler: SharedRequestHandler,
  drawViews: Parameters<typeof scanJobHandler>[0]['drawViews'] = () => Promise.resolve({ diagrams: [] }),
): Promise<ScanFigures> {
  const { accessKeyId, secretAccessKey, endpoint } = cloud
  const settings = {
    endpoint,
    forcePathStyle: true,
    credentials: () => () => Promise.resolve({ accessKeyId, secretAccessKey }),
    homeRegion: () => region,
    requestHandler,
  }
  const roles = roleAssumer(settings)
  const { organizationId, id: connectionId } = await newConnection(store, cloud)
  const { id: scanId } = await store.tenant(organizationId, ({ scans }) =>
    scans.insert({ connectionId, accountNumber: cloud.accountNumber, region }),
  )
  const scan = scanJobHandler({
    store,
    settings,
    rateBudget: createRateBudget({ sharePercent }),
    recordRefusal,
    roles,
    collectors: catalogue,
    keepOf,
    drawViews,
    scanTimeoutMs: 600_000,
    logger: pino({ level: 'silent' }),
  })
  try {
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    await scan(
      { organizationId, scanId },
      {
        signal: new AbortController().signal,
        retriesAfter: () => false,
        hold: () => Promise.resolve(true),
        finish: () => Promise.resolve(true),
      },
    )
    const wallMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpu)
    const peakBytes = process.resourceUsage().maxRSS * 1024
    const { ended, graph } = await store.tenant(organizationId, async ({ scans, graphs }) => ({
      ended: await scans.find(scanId),
      graph: await graphs.load(scanId),
    }))
    if (graph === null) throw new Error(`The scan of the bench failed: ${ended?.errorMessage}`)
    const { coverage, ...content } = graph
    // Without values that vary between scans: calls, retries, and durations.
    const outcomes = coverage.map(({ type, status, count, reason }) => ({ type, status, count, reason }))
    return {
      wallMs,
      cpuMs: (user + system) / 1000,
      peakBytes,
      resources: graph.resources.filter(({ presence }) => presence === 'read').length,
      graphHash: createHash('sha256')
        .update(JSON.stringify({ ...content, outcomes }))
        .digest('hex'),
      gaps: coverage.flatMap(({ type, status, reason }) => (status === 'collected' ? [] : `${type}: ${reason}`)),
    }
  } finally {
    roles.close()
  }
}

/** Creates it in its own organization, so that nothing is stored before. */
async function newConnection(store: Store, cloud: CloudAddress): Promise<ConnectionRecord> {
  const name = `bench ${performance.timeOrigin + performance.now()}`
  const organization = await store.organizations.insert(name)
  if (organization === null) throw new Error(`There is already an organization ${name}`)
  const connection = await store.tenant(organization.id, ({ accounts }) =>
    accounts.insert({
      alias: 'bench',
      accountNumber: cloud.accountNumber,
      partition: 'aws',
      roleArn: cloud.roleArn,
      externalId,
    }),
  )
  if (connection === null) throw new Error('There is already such an account')
  return connection
}
