/**
 * Runs the API with a new store and the real job engine on loopback. No worker runs. Tests change scans through the
 * store.
 */
import { pino } from 'pino'
import type { Logger } from 'pino'
import { latestVersion } from '../../contract/versions.ts'
import type { ApiDependencies } from '../../src/api/api-dependencies.ts'
import { recheckOnRequest } from '../../src/accounts/recheck-connection.ts'
import { agentsPart } from '../../src/agents/agents-part.ts'
import { apiPart } from '../../src/api/api-part.ts'
import { createServer } from '../../src/http/server.ts'
import type { Shutdown } from '../../src/http/shutdown.ts'
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import { scanExposures } from '../../src/composition/scan-exposures.ts'
import { checkPage } from '../../src/drawing/diagrams.ts'
import { cacheLastGraph } from '../../src/drawing/graph-cache.ts'
import { installJobs, openScanJobs } from '../../src/jobs/scan-jobs.ts'
import { noExceptions } from '../../src/outbound/outbound-rules.ts'
import { secretBox } from '../../src/store/keys/secret-box.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { sharingPart } from '../../src/sharing/sharing-part.ts'
import { openScanService } from '../../src/scan/scan-service.ts'
import { openSnapshots } from '../../src/snapshot/snapshot-pool.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import type { ConnectionStatus } from '../../src/store/connection-status.ts'
import type { Scope } from '../../src/store/scope.ts'
import { runtimeLogin } from '../../src/store/runtime-login.ts'
import type { ScanRecord } from '../../src/store/scans.ts'
import type { Store } from '../../src/store/store.ts'
import { testCloudSettings } from './test-cloud.ts'
import { createTestStore } from './test-store.ts'

export type TestOrganization = {
  readonly id: string
  /** An API key with both scopes. */
  readonly key: string
  createKey(options?: { readonly scopes?: readonly Scope[]; readonly expiresAt?: Date }): Promise<TestKey>
  connectAccount(options?: { readonly status?: ConnectionStatus; readonly alias?: string }): Promise<ConnectionRecord>
  /** Inserts a queued scan like the service. */
  insertScan(connection: ConnectionRecord, region?: string): Promise<ScanRecord>
}

export type TestKey = { readonly id: string; readonly key: string }

export type TestService = {
  readonly baseUrl: string
  readonly port: number
  readonly store: Store
  readonly ownerUrl: string
  readonly server: ReturnType<typeof createServer>
  /** All log entries. */
  readonly logLines: readonly string[]
  createOrganization(): Promise<TestOrganization>
  close(): Promise<void>
}

export async function startTestService(
  overrides: Partial<ApiDependencies & Shutdown> & { readonly queuedScans?: number } = {},
): Promise<TestService> {
  const { queuedScans = 1_000, draining, waitingOver, ...dependencies } = overrides
  const testStore = await createTestStore()
  const { store, ownerUrl, runtimeUrl, secretKey } = testStore
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  const logLines: string[] = []
  const logger: Logger = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) })
  const jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (err) => logger.error({ err }, 'jobs') })
  // For an unreachable cloud, so that connections stay unchanged.
  const settings = testCloudSettings({ endpoint: 'http://127.0.0.1:9', accessKeyId: 'none', secretAccessKey: 'none' })
  const roles = roleAssumer(settings)
  const scans = await openScanService(store, jobs, { queuedScans }, (connection) =>
    recheckOnRequest({ store, roles, logger }, connection),
  )
  const snapshots = openSnapshots({ runtimeUrl }, store.snapshotKeys)
  const api: ApiDependencies = {
    store,
    scans,
    snapshots,
    logger,
    alerts: {
      secrets: secretBox(secretKey, 'alerts'),
      outbound: noExceptions,
      isMailConfigured: true,
      jobs: jobs.deliveries,
    },
    publicUrl: null,
    exposures: scanExposures(),
    diagramFormats: ['svg', 'json'],
    lastGraph: cacheLastGraph(),
    checkPage,
    drawPicture: async ({ options }) => ({
      kind: 'drawn',
      bytes: Buffer.from(
        options.format === 'svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : JSON.stringify(options),
      ),
      mediaType: options.format === 'svg' ? 'image/svg+xml' : 'application/json',
    }),
    ...dependencies,
  }
  const server = createServer({
    store,
    logger,
    trustProxy: false,
    api: apiPart(api),
    agents: agentsPart(api, null),
    sharing: sharingPart(api),
    ...(draining !== undefined && waitingOver !== undefined && { shutdown: { draining, waitingOver } }),
  })
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  let organizations = 0

  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    store,
    ownerUrl,
    server,
    logLines,
    async createOrganization() {
      organizations += 1
      const organization = await store.organizations.insert(`organization ${organizations}`)
      if (organization === null) throw new Error('the name is taken')
      return testOrganization(store, organization.id)
    },
    async close() {
      await server.close()
      await scans.close()
      await snapshots.close()
      roles.close()
      settings.requestHandler.close()
      await jobs.drain({ graceMs: 0 })
      await jobs.close()
      await testStore.close()
    },
  }
}

async function testOrganization(store: Store, id: string): Promise<TestOrganization> {
  let connections = 0

  const createKey: TestOrganization['createKey'] = async (options = {}) => {
    const { scopes = ['read', 'write'] as const, expiresAt = null } = options
    const { key, hash } = generateApiKey()
    const record = await store.tenant(id, ({ apiKeys }) =>
      apiKeys.insert({ name: 'test', scopes, version: latestVersion, expiresAt, hash }),
    )
    return { id: record.id, key }
  }

  return {
    id,
    key: (await createKey()).key,
    createKey,
    async connectAccount({ status = 'connected', alias } = {}) {
      connections += 1
      const accountNumber = String(100_000_000_000 + connections)
      return store.tenant(id, async ({ accounts }) => {
        const inserted = await accounts.insert({
          alias: alias ?? `account ${connections}`,
          accountNumber,
          partition: 'aws',
          roleArn: `arn:aws:iam::${accountNumber}:role/Surveyor`,
          externalId: 'external id of the test',
        })
        if (inserted === null) throw new Error('the alias is taken')
        if (status === 'pending') return inserted
        const errorMessage = status === 'failed' ? 'The role cannot be assumed.' : null
        const changed = await accounts.update(inserted.id, 'pending', { status, errorMessage })
        if (changed === null) throw new Error('the connection has changed')
        return changed
      })
    },
    insertScan: (connection, region = 'us-east-1') =>
      store.tenant(id, ({ scans }) =>
        scans.insert({ connectionId: connection.id, accountNumber: connection.accountNumber, region }),
      ),
  }
}
