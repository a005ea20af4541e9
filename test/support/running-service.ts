/** Runs the whole service, including a worker, with its own database and a simulated cloud. */
import { pino } from 'pino'
import { farAboveRates } from '../../scripts/scan-simulated-region.ts'
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import type { CloudSettings } from '../../src/cloud/cloud-settings.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import { type Configuration, readConfiguration } from '../../src/configuration.ts'
import { prepareDemoTenant } from '../../src/demo/demo-tenant.ts'
import { type RunningService, startService } from '../../src/composition/service.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { preparedDatabase } from './prepared-database.ts'
import { testCloudSettings } from './test-cloud.ts'
import { createTestDatabase } from './test-store.ts'

/** VPCs, load balancers, and databases: for tests whose subject isn't what is scanned. Their scans take least time. */
export const coreServices: readonly string[] = ['ec2', 'elasticloadbalancing', 'rds']

export type ScanAnswer = {
  readonly id: string
  readonly cloudAccountId: string
  readonly customerCloudAccountId: string
  readonly region: string
  readonly status: string
  readonly progress: Readonly<Record<string, number>> | null
  readonly errorMessage: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export type CoverageAnswer = {
  readonly type: string
  readonly countKey: string
  readonly status: string
  readonly count: number | null
  readonly calls: number
  readonly retries: number
  readonly durationMs: number
  readonly reason: string | null
  readonly action: string | null
  readonly deniedBy: string | null
  readonly statement: unknown
}

export type ResourceAnswer = {
  readonly id: string
  readonly type: string
  readonly name: string | null
  readonly external: boolean | null
  readonly partial: boolean
  readonly properties: Readonly<Record<string, unknown>>
  readonly relations: readonly {
    readonly verb: string
    readonly target: unknown
    readonly evidence: string
    readonly basis: string
  }[]
}

export type RunningTestService = {
  readonly service: RunningService
  readonly cloud: SimulatedCloud
  readonly settings: CloudSettings
  /** The URL of the database that only this service uses. */
  readonly ownerUrl: string
  readonly organizationId: string
  readonly connectionId: string
  readonly key: string
  /** All log entries, one per line. */
  readonly log: readonly string[]
  /** Returns `data` of a successful response. */
  get<Data>(path: string): Promise<Data>
  scan(region?: string): Promise<ScanAnswer>
  startScan(region?: string): Promise<ScanAnswer>
  coverage(scanId: string): Promise<readonly CoverageAnswer[]>
  resources(scanId: string): Promise<readonly ResourceAnswer[]>
  close(): Promise<void>
}

export async function startRunningService(
  options: {
    readonly world?: Parameters<typeof startSimulatedCloud>[0]['world']
    readonly configuration?: Partial<Configuration>
    readonly latencyMs?: number
    /** The clock of the simulated cloud. */
    readonly now?: () => number
    /** AWS services, as signatures name them. Scans read only the types of these (default: the whole catalogue). */
    readonly services?: readonly string[]
  } = {},
): Promise<RunningTestService> {
  const { world = 'three-tier', configuration = {}, latencyMs = 0, now = Date.now, services } = options
  const database = await createTestDatabase(preparedDatabase)
  const cloud = await startSimulatedCloud({ world, latencyMs, now })
  const settings = testCloudSettings(cloud)
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
  const service = await startService(
    {
      ...readConfiguration({ DATABASE_URL: database.ownerUrl, SECRET_KEY: 'x'.repeat(32), PORT: '0' }),
      rateSharePercent: farAboveRates,
      ...configuration,
    },
    settings,
    logger,
    services && catalogue.filter(({ service }) => services.includes(service.name)),
  ).catch(async (error: unknown) => {
    await cloud.close()
    settings.requestHandler.close()
    await database.drop()
    throw error
  })
  const roles = roleAssumer(settings)
  const [account] = cloud.accounts
  if (account === undefined) throw new Error('The world has no account')
  const tenant = await prepareDemoTenant({
    store: service.store,
    roles,
    account,
    trust: (role) => cloud.setRole(role),
    signal: AbortSignal.timeout(300_000),
  })
  const { organizationId, key } = tenant
  const connectionId = tenant.connection.id

  async function call<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${key}`)
    headers.set('content-type', 'application/json')
    const response = await fetch(`${service.baseUrl}${path}`, { ...init, headers })
    const body = (await response.json()) as { success: boolean; data: Data }
    if (!body.success) throw new Error(`${path} answered ${JSON.stringify(body)}`)
    return body.data
  }
  const create = (region: string | undefined, headers: Record<string, string>) =>
    call<ScanAnswer>('/api/scans', {
      method: 'POST',
      headers,
      body: JSON.stringify({ cloudAccountId: connectionId, ...(region !== undefined && { region }) }),
    })

  return {
    service,
    cloud,
    settings,
    ownerUrl: database.ownerUrl,
    organizationId,
    connectionId,
    key,
    log,
    get: (path) => call(path),
    scan: (region) => create(region, {}),
    startScan: (region) => create(region, { prefer: 'respond-async' }),
    coverage: async (scanId) => (await call<{ coverage: CoverageAnswer[] }>(`/api/scans/${scanId}/coverage`)).coverage,
    async resources(scanId) {
      const resources: ResourceAnswer[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const page: { resources: ResourceAnswer[]; meta: { cursor?: string } } = await call(
          `/api/scans/${scanId}/resources?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        resources.push(...page.resources)
        cursor = page.meta.cursor
      }
      return resources
    },
    async close() {
      roles.close()
      await service.close()
      await cloud.close()
      settings.requestHandler.close()
      await database.drop()
    },
  }
}
