/** Runs the simulated cloud in its own process, so that CPU and memory figures belong to the scan alone. */
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { Faults } from '../src/simulated/faults.ts'
import type { World } from '../src/simulated/world.ts'
import { startProcess } from './bench-process.ts'
import type { BusyRegion } from './busy-region.ts'

/** Worlds by name, or a generated region. */
export type WorldChoice = 'empty' | 'three-tier' | BusyRegion

export type CloudAddress = {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly accountNumber: string
  readonly roleArn: string
}

export type CloudStart = { readonly address: CloudAddress; readonly world: World }
export type CloudOrder = { readonly faults: Faults } | 'calls'

export type CloudProcess = CloudStart & {
  setFaults(faults: Faults): Promise<void>
  /** Returns the calls since the last time. */
  takeCalls(): Promise<readonly SimulatedCall[]>
  stop(): Promise<void>
}

export async function startCloudProcess(world: WorldChoice): Promise<CloudProcess> {
  const child = startProcess('serve-cloud.ts', { parameters: [JSON.stringify(world)] })
  const ask = (order: CloudOrder) => {
    const answered = child.answer()
    child.send(order)
    return answered
  }
  const start = (await child.answer()) as CloudStart
  return {
    ...start,
    setFaults: async (faults) => void (await ask({ faults })),
    takeCalls: async () => (await ask('calls')) as readonly SimulatedCall[],
    stop: () => child.stop(),
  }
}
