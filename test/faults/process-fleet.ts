/**
 * Starts the environment of a drill: a database, the simulated cloud, a connected account, and service processes of any
 * role.
 */
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import { prepareDemoTenant } from '../../src/demo/demo-tenant.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { type Environment, startSurveyor, type SurveyorProcess } from '../support/surveyor-process.ts'
import { testCloudSettings } from '../support/test-cloud.ts'
import { createTestStore, type TestStore } from '../support/test-store.ts'

export type ServiceProcess = SurveyorProcess & { readonly baseUrl: string }

export type ProcessFleet = {
  readonly testStore: TestStore
  readonly cloud: SimulatedCloud
  readonly organizationId: string
  readonly connectionId: string
  readonly key: string
  /** Resolves when the process listens. `port`: the port of an earlier process. */
  start(environment: Environment, port?: number): Promise<ServiceProcess>
  /** Kills all running processes. */
  close(): Promise<void>
}

export async function openProcessFleet(options: { readonly latencyMs: number }): Promise<ProcessFleet> {
  const testStore = await createTestStore()
  const cloud = await startSimulatedCloud({ world: 'three-tier', latencyMs: options.latencyMs })
  const settings = testCloudSettings(cloud)
  const roles = roleAssumer(settings)
  const [account] = cloud.accounts
  if (account === undefined) throw new Error('The world has no account')
  const tenant = await prepareDemoTenant({
    store: testStore.store,
    roles,
    account,
    trust: (role) => cloud.setRole(role),
    signal: AbortSignal.timeout(300_000),
  })
  const running = new Set<SurveyorProcess>()

  return {
    testStore,
    cloud,
    organizationId: tenant.organizationId,
    connectionId: tenant.connection.id,
    key: tenant.key,

    async start(environment, port = 0) {
      const process = startSurveyor(['start'], {
        DATABASE_URL: testStore.ownerUrl,
        SECRET_KEY: testStore.secretKey,
        AWS_ENDPOINT_URL: cloud.endpoint,
        AWS_ACCESS_KEY_ID: cloud.accessKeyId,
        AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
        PORT: String(port),
        ...environment,
      })
      running.add(process)
      const [, baseUrl = ''] = await process.waitFor(/listening on (http:\/\/[\d.:]+)/)
      return {
        ...process,
        baseUrl,
        async stop(signal) {
          const exitCode = await process.stop(signal)
          running.delete(process)
          return exitCode
        },
      }
    },

    async close() {
      await Promise.all([...running].map((process) => process.stop('SIGKILL')))
      roles.close()
      await cloud.close()
      settings.requestHandler.close()
      await testStore.close()
    },
  }
}
