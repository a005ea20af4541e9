/** Runs the service: starts API, worker, and maintenance with one database, and stops them in order. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { agentsPart } from '../agents/agents-part.ts'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import { apiPart } from '../api/api-part.ts'
import { startConnectionMaintenance } from '../accounts/connection-maintenance.ts'
import { recheckOnRequest } from '../accounts/recheck-connection.ts'
import { recordRefusal } from '../accounts/role-refusal.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import { createRateBudget } from '../cloud/rate-budget.ts'
import { catalogue, keepOf } from '../collect/catalogue.ts'
import type { Collector } from '../collect/collector.ts'
import type { Configuration } from '../configuration.ts'
import { shareConnections } from './connection-shares.ts'
import { formats } from '../diagram/render-diagram.ts'
import { checkPage } from '../drawing/diagrams.ts'
import { cacheLastGraph } from '../drawing/graph-cache.ts'
import { defaultLimits, openDrawing } from '../drawing/drawing-pool.ts'
import { createServer } from '../http/server.ts'
import { installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import { alertDependencies, startAlerts } from './open-alerts.ts'
import { openDashboard } from './open-dashboard.ts'
import { openDatabase } from './open-database.ts'
import { scanExposures } from './scan-exposures.ts'
import { scanJobHandler } from '../scan/scan-job.ts'
import { startScheduleMaintenance } from '../scan/schedule/schedule-maintenance.ts'
import { startScanMaintenance } from '../scan/scan-maintenance.ts'
import { openScanService } from '../scan/scan-service.ts'
import { sharingPart } from '../sharing/sharing-part.ts'
import { openSnapshots } from '../snapshot/snapshot-pool.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { Store } from '../store/store.ts'

/** The number of concurrent scans in one process. AWS's request rates limit each scan, not this machine. */
const workerConcurrency = 8
/** For terminals, the demo, and tests, which have no load balancer. */
const promptStop: StopTimes = { drainMs: 0, graceMs: 5_000 }
/** The time of a scan beyond its own timeout: drawing and storing. */
const endOfScanSeconds = 300

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Both start with the stop signal. */
export type StopTimes = {
  /** How long the port stays open. */
  readonly drainMs: number
  /**
   * How long running scans may continue before another worker takes them over, and how long requests wait before they
   * return the current state.
   */
  readonly graceMs: number
}

export type RunningService = {
  /** The address that it listens on, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly store: Store
  /** Returns the path of a one-time sign-in link; `null` for an unknown user. */
  signInLink(email: string): Promise<string | null>
  close(times?: StopTimes): Promise<void>
}

export async function startService(
  configuration: Configuration,
  settings: CloudSettings,
  logger: Logger,
  collectors: readonly Collector[] = catalogue,
): Promise<RunningService> {
  /** Functions that close what was opened, called in reverse order. */
  const opened: (() => Promise<void>)[] = []
  let stopServing: ((times: StopTimes) => Promise<void>) | null = null
  const reportClosing = (error: unknown) => logger.error({ err: error }, 'closing failed')
  const close = async (times = promptStop) => {
    const stop = stopServing
    stopServing = null
    await stop?.(times)
    for (const closeNext of opened.splice(0).toReversed()) await closeNext().catch(reportClosing)
  }

  try {
    const shares = shareConnections(configuration.databasePool, defaultLimits.pictureThreads)
    const database = await openDatabase(configuration, (message) => logger.info(message), { poolSize: shares.requests })
    opened.push(() => database.close())
    await database.claimService()
    const { store } = database

    const roles = roleAssumer(settings)
    opened.push(async () => roles.close())
    const runtime = runtimeLogin(database.ownerUrl, database.secretKey)
    await installJobs(database.ownerUrl, runtime.role)
    const jobs = await openScanJobs({
      runtimeUrl: runtime.url,
      expireSeconds: configuration.scanTimeoutSeconds + endOfScanSeconds,
      onError: (error) => logger.warn({ err: error }, 'job engine'),
    })
    opened.push(() => jobs.close())

    const drawing = openDrawing(
      { runtimeUrl: runtime.url },
      { ...defaultLimits, pictureThreads: shares.pictureThreads },
    )
    opened.push(() => drawing.close())
    const snapshots = openSnapshots({ runtimeUrl: runtime.url }, store.snapshotKeys)
    opened.push(() => snapshots.close())

    const maintenance = startScanMaintenance({
      store,
      jobs,
      queueTimeoutSeconds: configuration.queueTimeoutSeconds,
      logger,
    })
    opened.push(() => maintenance.close())

    const rateBudget = createRateBudget({ sharePercent: configuration.rateSharePercent })
    const limits = { queuedScans: configuration.maxQueuedScans }
    const scans = await openScanService(store, jobs, limits, (connection) =>
      recheckOnRequest({ store, roles, logger }, connection),
    )
    opened.push(() => scans.close())
    const api: ApiDependencies = {
      store,
      scans,
      logger,
      alerts: alertDependencies({ configuration, secretKey: database.secretKey, jobs }),
      publicUrl: configuration.publicUrl,
      exposures: scanExposures(),
      diagramFormats: formats,
      lastGraph: cacheLastGraph(),
      checkPage,
      snapshots,
      drawPicture: (request, caller) => drawing.picture(request, caller),
    }
    const { secretKey } = database
    const access = { settings, rateBudget, roles, collectors }
    const dashboard = await openDashboard({ configuration, secretKey, ...access, api, scans })
    opened.push(async () => dashboard.close())
    const [draining, waitingOver] = [new AbortController(), new AbortController()]
    const server = createServer({
      store,
      logger,
      trustProxy: trusted(configuration.trustProxy),
      api: apiPart(api),
      dashboard: dashboard.part,
      agents: agentsPart(api, dashboard.signOn),
      sharing: sharingPart(api),
      shutdown: { draining: draining.signal, waitingOver: waitingOver.signal },
    })
    stopServing = async ({ drainMs, graceMs }) => {
      draining.abort()
      // Scans that end within their grace period still get a response.
      const handedOver = jobs.drain({ graceMs }).catch(reportClosing)
      const over = setTimeout(() => waitingOver.abort(), graceMs)
      await sleep(drainMs)
      await server.close().catch(reportClosing)
      clearTimeout(over)
      await handedOver
    }
    await listen(server, configuration)

    // Last, because scans would delay the start.
    if (configuration.role !== 'api') {
      const handler = scanJobHandler({
        // Repeating any transaction of an attempt is harmless, because the scan's status and attempt number protect
        // each.
        store: { ...store, tenant: store.idempotentTenant },
        settings,
        rateBudget,
        roles,
        recordRefusal,
        collectors,
        keepOf,
        drawViews: (request) => drawing.views(request),
        scanTimeoutMs: configuration.scanTimeoutSeconds * 1000,
        scanMemoryMib: configuration.scanMemoryMib,
        logger,
      })
      await jobs.work({ concurrency: workerConcurrency }, handler)
      const pauseSeconds = configuration.connectionCheckSeconds
      const connections = startConnectionMaintenance({ store, roles, pauseSeconds, logger })
      opened.push(() => connections.close())
      const schedules = startScheduleMaintenance({
        // Repeating a round is harmless, because each step checks the state that it changes.
        store: { ...store, tenant: store.idempotentTenant },
        jobs,
        limits,
        settings,
        rateBudget,
        roles,
        recordRefusal,
        logger,
      })
      opened.push(() => schedules.close())
      opened.push(await startAlerts({ configuration, api, jobs, logger }))
    }

    return {
      baseUrl: baseUrl(server.server.address() as AddressInfo),
      store,
      signInLink: (email) => dashboard.signInLink(email),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(
  server: { listen(address: { host: string; port: number }): Promise<string> },
  { host, port }: Configuration,
): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new Error(`HOST ${host} isn't an address of this machine. Set HOST to one, or to 0.0.0.0 for all.`, {
        cause: error,
      })
    }
    if (code === 'EACCES')
      throw new Error(`This user can't use PORT ${port}. Set PORT to a number above 1023.`, { cause: error })
    if (code !== 'EADDRINUSE') throw error
    throw new PortTakenError(
      `PORT ${port} on ${host} is in use by another process. Stop it, or set PORT to a free port.`,
    )
  }
}

/** Fastify's types don't accept a number of hops directly. */
function trusted(trustProxy: Configuration['trustProxy']) {
  if (trustProxy === false) return false
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : [...trustProxy]
}

function baseUrl({ address, family, port }: AddressInfo): string {
  const anywhere = address === '0.0.0.0' || address === '::'
  const host = anywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
