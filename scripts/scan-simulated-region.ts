/** Scans a region of a simulated account like the service, without a database: for diagrams, tests, and benches. */
import { type AccountSession, openAccountSession } from '../src/cloud/account-session.ts'
import { roleAssumer } from '../src/cloud/assume-role.ts'
import { createRateBudget } from '../src/cloud/rate-budget.ts'
import { SharedRequestHandler } from '../src/cloud/sdk/client.ts'
import { catalogue } from '../src/collect/catalogue.ts'
import type { Collector } from '../src/collect/collector.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { readRegion } from '../src/map/read-region.ts'
import type { SimulatedCloud } from '../src/simulated/simulated-cloud.ts'

/** Percent of the documented rates. The simulated cloud accepts any number of calls. */
export const farAboveRates = 100_000

export type SimulatedScan = {
  /** The cloud's first account if absent. */
  readonly accountId?: string
  readonly region?: string
  readonly accountAlias?: string
  /** All types if absent. */
  readonly collectors?: readonly Collector[]
  /** Called for types that couldn't be read; prints to the console if absent. */
  readonly onError?: (type: string, error: unknown) => void
}

export async function scanSimulatedRegion(cloud: SimulatedCloud, scan: SimulatedScan = {}): Promise<ResourceGraph> {
  const { accountAlias = 'simulated', collectors = catalogue, onError = console.error } = scan
  return inSimulatedSession(cloud, scan, (session) =>
    readRegion({
      collectors,
      session,
      accountAlias,
      signal: AbortSignal.timeout(600_000),
      reasonOfAbort: () => 'The scan timed out.',
      onPage: () => undefined,
      onCoverage: () => undefined,
      onError,
    }),
  )
}

export async function inSimulatedSession<Result>(
  cloud: SimulatedCloud,
  scan: SimulatedScan,
  work: (session: AccountSession) => Promise<Result>,
): Promise<Result> {
  const { region = 'us-east-1' } = scan
  const account = cloud.accounts.find(({ accountId }) => accountId === (scan.accountId ?? accountId))
  if (account === undefined) throw new Error('The simulated world has no such account')
  const { accountId, roleArn } = account
  const partition = roleArn.split(':')[1] ?? 'aws'
  const home = cloud.homes[partition]
  if (home === undefined) throw new Error(`The simulated cloud has no credentials for ${partition}`)
  const requestHandler = new SharedRequestHandler()
  const { accessKeyId, secretAccessKey } = home
  const settings = {
    endpoint: cloud.endpoint,
    forcePathStyle: true,
    credentials: () => () => Promise.resolve({ accessKeyId, secretAccessKey }),
    homeRegion: () => (partition === 'aws' ? 'us-east-1' : region),
    requestHandler,
  }
  const roles = roleAssumer(settings)
  try {
    cloud.setRole({ roleArn, externalId: null })
    const assumed = await roles.assume({ roleArn, externalId: null, sessionName: 'simulated', sourceIdentity: null })
    if (assumed.kind !== 'assumed') throw new Error(assumed.message)
    const { credentials } = assumed
    const session = openAccountSession({
      settings,
      rateBudget: createRateBudget({ sharePercent: farAboveRates }),
      accountNumber: accountId,
      partition,
      region,
      credentials,
      renew: () => Promise.resolve(credentials),
    })
    return await work(session)
  } finally {
    roles.close()
    requestHandler.close()
  }
}
