/**
 * Measures schedules of many accounts and regions that are due at once, in one process of the service, and whether
 * their calls stay within AWS's documented rates.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { limitOf } from '../src/cloud/rate-limits.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import { partitions } from '../src/simulated/regions.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import type { World } from '../src/simulated/world.ts'
import { loadWorld } from '../src/simulated/world-catalogue.ts'
import { renamed } from '../src/simulated/worlds/merge-parts.ts'
import { type Figure, figure } from './figure.ts'
import { readNodeOptions } from './node-options.ts'
import { externalId, latencyMs, region } from './region-scan.ts'
import type { ScheduledFigures, ScheduledScans } from './schedules-process.ts'

const accounts = 20
/** The regions that every account has enabled from the beginning. */
const regions = partitions['aws']?.default ?? []
/** The goal of schedules: 200 accounts with 17 regions, at most every hour. */
const goal = { scans: 200 * 17, minutes: 60 }
/** Longer than delays of a busy machine, and shorter than the shortest pause between two bursts. */
const windowMs = 10_000

type Received = Pick<SimulatedCall, 'accountId' | 'region' | 'iamAction' | 'operation'> & { readonly atMs: number }

export async function benchSchedules(say: (line: string) => void): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const cloud = await startSimulatedCloud({ world: await manyAccounts(), latencyMs })
  for (const { roleArn } of cloud.accounts) cloud.setRole({ roleArn, externalId })
  const received: Received[] = []
  const watch = setInterval(() => {
    const atMs = performance.now()
    for (const { accountId, region: at, iamAction, operation } of cloud.calls.slice(received.length)) {
      received.push({ accountId, region: at, iamAction, operation, atMs })
    }
  }, 20)
  try {
    const { endpoint, accessKeyId, secretAccessKey } = cloud
    const work: ScheduledScans = {
      dataDirectory,
      cloud: { endpoint, accessKeyId, secretAccessKey },
      accounts: cloud.accounts,
      regions,
    }
    const program = join(import.meta.dirname, 'schedules-process.ts')
    const parameters = [...(await readNodeOptions()), program, JSON.stringify(work)]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    const { scans, wallMs, cpuMs } = JSON.parse(stdout) as ScheduledFigures
    const busiest = busiestLimit(received)
    say(`${scans} scans: ${received.length} calls; the busiest limit is ${busiest.key}`)
    const minutesOf = (ms: number) => (ms / scans / 60_000) * goal.scans
    const many = goal.scans.toLocaleString('en')
    return [
      figure(
        `${accounts} accounts × ${regions.length} regions of 60 resources: calls of a scan`,
        received.length / scans,
        'calls',
      ),
      figure('CPU of a scan, drawn and stored, without the database', cpuMs / scans, 'ms'),
      figure(`${many} scans: CPU of one worker`, minutesOf(cpuMs), 'min', goal.minutes),
      figure(`${many} scans: time of one worker at this pace`, minutesOf(wallMs), 'min'),
      figure('busiest documented limit of an account and region in 10 s: calls ÷ limit', busiest.share, '×', 1),
    ]
  } finally {
    clearInterval(watch)
    await cloud.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Each account has the same small region in all its regions. */
async function manyAccounts(): Promise<World> {
  const [account] = (await loadWorld('three-tier')).accounts
  if (account === undefined) throw new Error('The world has no account')
  const small = account.regions[region]
  return {
    accounts: Array.from({ length: accounts }, (_, number) => {
      const accountId = String(200_000_000_000 + number)
      const ofAccount = (text: string) => text.replaceAll(account.accountId, accountId)
      return {
        ...(renamed({ ...account, regions: {} }, ofAccount) as typeof account),
        regions: Object.fromEntries(
          regions.map((code) => [code, renamed(small, (text) => ofAccount(text).replaceAll(region, code))]),
        ) as typeof account.regions,
      }
    }),
  }
}

/** Services without a region are called in one, so that scans of all regions of an account share their limits. */
function busiestLimit(calls: readonly Received[]): { readonly key: string; readonly share: number } {
  const buckets = new Map<string, { readonly allowed: number; readonly times: number[] }>()
  for (const { accountId, region: at, iamAction, operation, atMs } of calls) {
    const [service = ''] = iamAction?.split(':') ?? []
    // The role is assumed before the rate budget applies.
    if (operation === null || service === '' || service === 'sts') continue
    const { name, limit } = limitOf(service, operation)
    const key = `${name} of ${accountId} in ${at}`
    const bucket = buckets.get(key) ?? { allowed: limit.burst + limit.perSecond * (windowMs / 1000), times: [] }
    bucket.times.push(atMs)
    buckets.set(key, bucket)
  }
  const shares = [...buckets].map(([key, { allowed, times }]) => ({ key, share: mostWithin(times) / allowed }))
  return shares.toSorted((left, right) => right.share - left.share)[0] ?? { key: 'none', share: 0 }
}

/** The most calls within a window. `times`: ascending. */
function mostWithin(times: readonly number[]): number {
  let [first, most] = [0, 0]
  for (const [position, time] of times.entries()) {
    while (time - (times[first] ?? time) > windowMs) first += 1
    most = Math.max(most, position - first + 1)
  }
  return most
}
