/** The simulated cloud in a process of its own, so that the CPU and memory of a scan are the scan's alone. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { Faults } from '../src/simulated/faults.ts'
import type { World } from '../src/simulated/world.ts'
import type { BusyRegion } from './busy-region.ts'

/** `'three-tier'` and the like by their names. */
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
  /** Those since the last time. */
  takeCalls(): Promise<readonly SimulatedCall[]>
  stop(): Promise<void>
}

export async function startCloudProcess(world: WorldChoice): Promise<CloudProcess> {
  const child = fork(join(import.meta.dirname, 'serve-cloud.ts'), [JSON.stringify(world)], {
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error('The simulated cloud ended before it answered'))),
    ])) as [unknown]
    return message
  }
  const ask = (order: CloudOrder) => {
    const answered = answer()
    child.send(order)
    return answered
  }
  const start = (await answer()) as CloudStart
  return {
    ...start,
    setFaults: async (faults) => void (await ask({ faults })),
    takeCalls: async () => (await ask('calls')) as readonly SimulatedCall[],
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
