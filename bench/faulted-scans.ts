/** Scans a region with faults: throttling, errors, and cut connections must not change a byte of the graph. */
import type { Faults } from '../src/simulated/faults.ts'
import { type CloudProcess, startCloudProcess, type WorldChoice } from './cloud-process.ts'
import { type Figure, figure } from './figure.ts'
import { latencyMs } from './region-scan.ts'
import type { ScanFigures } from './region-scan.ts'

const seeds = [7, 21, 1009]

function faultsOf(seed: number): Faults {
  return {
    seed,
    latencyMs,
    rules: [
      { effect: 'throttle', probability: 0.3 },
      // A share of the calls that the earlier rules leave.
      { effect: 'internal-error', probability: 0.05 / 0.7 },
      { effect: 'reset', probability: 0.01 / 0.65 },
    ],
  }
}

/** Runs one scan for each seed concurrently, because they wait for faults and not for the processor. */
export async function benchFaults(
  world: WorldChoice,
  label: string,
  scan: (clouds: readonly CloudProcess[]) => Promise<readonly ScanFigures[]>,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const whole = await withCloud(world, async (cloud) => first(await scan([cloud])))
  const faulted = await Promise.all(
    seeds.map((seed) =>
      withCloud(world, async (cloud) => {
        await cloud.setFaults(faultsOf(seed))
        const figures = first(await scan([cloud]))
        const failed = (await cloud.takeCalls()).filter(({ errorCode }) => errorCode !== null).length
        say(`with faults of seed ${seed}: ${failed} calls failed, gaps: ${figures.gaps.join('; ') || 'none'}`)
        return figures
      }),
    ),
  )
  const differing = faulted.filter(({ graphHash }) => graphHash !== whole.graphHash).length
  const slowestMs = Math.max(...faulted.map(({ wallMs }) => wallMs))
  return [
    figure(`${label} with faults: different graphs`, differing, `of ${seeds.length}`, 0),
    figure(`${label} with faults: wall time of the slowest`, slowestMs / 1000, 's'),
  ]
}

async function withCloud<Result>(world: WorldChoice, work: (cloud: CloudProcess) => Promise<Result>): Promise<Result> {
  const cloud = await startCloudProcess(world)
  try {
    return await work(cloud)
  } finally {
    await cloud.stop()
  }
}

function first(scans: readonly ScanFigures[]): ScanFigures {
  const [figures] = scans
  if (figures === undefined) throw new Error('The scanning process returned nothing')
  return figures
}
