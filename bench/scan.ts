/** Measures the time, calls, memory, and CPU of scans, compared with their lower bounds. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogue } from '../src/collect/catalogue.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import { openEmbeddedPostgres } from '../src/store/embedded-postgres.ts'
import { type CloudProcess, startCloudProcess, type WorldChoice } from './cloud-process.ts'
import { benchFaults } from './faulted-scans.ts'
import { type Figure, figure } from './figure.ts'
import { compareCalls } from './least-calls.ts'
import { lowerBound } from './lower-bound.ts'
import { waitForQuiet } from './quiet-machine.ts'
import { readEnvironment, readNodeOptions } from './node-options.ts'
import { readingCost } from './reading-cost.ts'
import { latencyMs, region, type ScanFigures, sharePercent } from './region-scan.ts'

const secretKey = 'a secret of the bench alone, of no other use'

type Bench = {
  readonly say: (line: string) => void
  readonly empty: CloudProcess
  /** Scans the clouds one after the other in a new process, and returns the figures of each scan. */
  readonly scan: (clouds: readonly CloudProcess[], mode?: 'drawn') => Promise<readonly ScanFigures[]>
}

type Region = {
  readonly world: WorldChoice
  readonly label: string
  /** The number of scans. The fastest counts, because other load only makes scans slower. */
  readonly rounds: number
  readonly wallGoal: number
  /**
   * Additional measurements. Small regions are dominated by the fixed cost of a scan, and the largest takes minutes.
   */
  readonly measures: readonly ('memory' | 'CPU' | 'faults')[]
  /** The limit of resident memory in MiB, including drawing. */
  readonly memoryGoal?: number
}

const regions: readonly Region[] = [
  { world: 'three-tier', label: '60 resources', rounds: 8, wallGoal: 2, measures: [] },
  { world: busy(2_000), label: '2,000 resources', rounds: 5, wallGoal: 1.25, measures: ['faults'] },
  {
    world: { resources: 2_000, webAcls: true },
    label: '2,000 resources and web ACLs',
    rounds: 5,
    wallGoal: 1.25,
    measures: [],
  },
  {
    world: busy(20_000),
    label: '20,000 resources',
    rounds: 4,
    wallGoal: 1.25,
    measures: ['memory', 'CPU'],
  },
  {
    world: busy(100_000),
    label: '100,000 resources',
    rounds: 1,
    wallGoal: 1.25,
    measures: ['memory'],
    memoryGoal: 600,
  },
]

function busy(resources: number): WorldChoice {
  return { resources, webAcls: false }
}

export async function benchScan(say: (line: string) => void): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: say })
  const empty = await startCloudProcess('empty')
  const [nodeOptions, env] = [await readNodeOptions(), await readEnvironment()]
  const scan = async (clouds: readonly CloudProcess[], mode?: 'drawn') => {
    const addresses = JSON.stringify(clouds.map(({ address }) => address))
    const program = join(import.meta.dirname, 'scan-process.ts')
    const parameters = [...nodeOptions, program, postgres.ownerUrl, secretKey, addresses, mode ?? '']
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env })
    return JSON.parse(stdout) as readonly ScanFigures[]
  }
  const bench = { say, empty, scan }
  try {
    const figures = [...(await benchEmptyRegion(bench))]
    for (const entry of regions) {
      const cloud = await startCloudProcess(entry.world)
      try {
        figures.push(...(await benchRegion(bench, cloud, entry)))
      } finally {
        await cloud.stop()
      }
      if (entry.measures.includes('faults')) figures.push(...(await benchFaults(entry.world, entry.label, scan, say)))
    }
    return figures
  } finally {
    await empty.stop()
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function benchEmptyRegion({ scan, empty }: Bench): Promise<readonly Figure[]> {
  await empty.takeCalls()
  await scan([empty])
  const calls = await empty.takeCalls()
  const lists = new Set(catalogue.map(({ permissions }) => permissions[0]))
  return [figure('empty region: calls for each list operation', calls.length / lists.size, 'calls', 1.5)]
}

async function benchRegion(bench: Bench, cloud: CloudProcess, entry: Region): Promise<readonly Figure[]> {
  const { say, scan, empty } = bench
  const { label, rounds, wallGoal, measures, memoryGoal } = entry
  const othersShare = await waitForQuiet()
  // The first scan warms up the simulated cloud. It measures memory, in its own process.
  const [first] = await scan([cloud], 'drawn')
  if (first === undefined) throw new Error('The scanning process printed no figures')
  const [, , ...scans] = await scan([empty, empty, ...Array.from({ length: rounds }, () => cloud)])
  const fastest = scans.toSorted((a, b) => a.wallMs - b.wallMs)[0]
  if (fastest === undefined) throw new Error('The scanning process printed no figures')
  const gaps = scans.flatMap((figures) => figures.gaps)
  if (gaps.length > 0) throw new Error(`Not everything could be read: ${gaps.join('; ')}`)

  const all = await cloud.takeCalls()
  const calls = all.slice(-all.length / (rounds + 1))
  const bound = lowerBound(calls, { latencyMs, sharePercent })
  const [account] = cloud.world.accounts
  const comparison = compareCalls(calls, account?.regions[region] ?? {}, account?.global ?? {})
  say(
    `${label}: ${fastest.resources} read in ${Math.round(fastest.wallMs)} ms, at least ${Math.round(bound.ms)} ms ` +
      `for the ${bound.reason}, ${Math.round(bound.chainMs)} ms for the longest chain; ${fastest.cpuMs.toFixed(0)} ms CPU; ` +
      `${comparison.made} calls, more often than necessary: ${comparison.excess.join(', ') || 'none'}; ` +
      `others took ${Math.round(othersShare * 100)} % of the processors before`,
  )
  return [
    figure(`${label}: wall time ÷ lower bound`, fastest.wallMs / bound.ms, '×', wallGoal),
    figure(`${label}: wall time`, fastest.wallMs / 1000, 's'),
    figure(`${label}: calls ÷ least calls`, comparison.made / comparison.least, '×', 1.1),
    ...(measures.includes('memory')
      ? [figure(`${label}: resident memory at the peak, drawn`, first.peakBytes / 2 ** 20, 'MiB', memoryGoal ?? null)]
      : []),
    ...(measures.includes('CPU') ? await benchCost(cloud, calls, { label, fastest }) : []),
  ]
}

/** One and a half times the ratio of the code that was optimized for memory, see decision 0033. */
const scanCostGoal = 1.42

async function benchCost(
  cloud: CloudProcess,
  calls: readonly SimulatedCall[],
  { label, fastest }: { label: string; fastest: ScanFigures },
): Promise<readonly Figure[]> {
  await cloud.setFaults({})
  const { sdkMs, ratio } = await readingCost(cloud.address, calls)
  return [
    figure(`${label}: CPU to read the responses ÷ that of the plain SDK`, ratio, '×', 0.5),
    figure(
      `${label}: CPU of the whole scan ÷ that of the SDK to read the responses`,
      fastest.cpuMs / sdkMs,
      '×',
      scanCostGoal,
    ),
    figure(`${label}: CPU per 1,000 resources`, fastest.cpuMs / (fastest.resources / 1000), 'ms'),
  ]
}
