/** What it costs to read all answers of a scan, through the SDK as it comes and through a session of ours. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { CloudAddress } from './cloud-process.ts'
import { median } from './median.ts'
import type { Replay, ReplayOrder } from './replay-calls.ts'

/** These warm up clients, connections and compiled code. */
const firstRounds = 3
const rounds = 11

export type ReadingCost = {
  /** CPU time of the SDK as it comes, in milliseconds. */
  readonly sdkMs: number
  /** CPU time of the session ÷ that of the SDK. */
  readonly ratio: number
}

/** Round by round in turns: what slows the machine down for a while slows both, and leaves the ratio of a pair as it is. */
export async function readingCost(address: CloudAddress, calls: readonly SimulatedCall[]): Promise<ReadingCost> {
  const recorder = fork(join(import.meta.dirname, 'serve-recorded-answers.ts'), [address.endpoint])
  const [endpoint] = (await once(recorder, 'message')) as [string]
  const cloud = { ...address, endpoint }
  const sdk = startReplay({ cloud, calls, reader: 'SDK as it comes' })
  const session = startReplay({ cloud, calls, reader: 'session' })
  const pairs: { readonly sdkMs: number; readonly ratio: number }[] = []
  try {
    for (let round = 0; round < firstRounds + rounds; round += 1) {
      const sdkMs = await sdk.round()
      const sessionMs = await session.round()
      if (round >= firstRounds) pairs.push({ sdkMs, ratio: sessionMs / sdkMs })
    }
  } finally {
    await Promise.all([sdk.stop(), session.stop()])
    if (recorder.connected) recorder.disconnect()
  }
  return { sdkMs: median(pairs.map(({ sdkMs }) => sdkMs)), ratio: median(pairs.map(({ ratio }) => ratio)) }
}

function startReplay(replay: Replay) {
  const child = fork(join(import.meta.dirname, 'replay-calls.ts'), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const order = (content: ReplayOrder) => child.send(content)
  order(replay)
  return {
    async round(): Promise<number> {
      const answered = once(child, 'message') as Promise<[number]>
      order('round')
      const [cpuMs] = await Promise.race([
        answered,
        ended.then(() => Promise.reject(new Error(`The calls could not be sent again: ${replay.reader}`))),
      ])
      return cpuMs
    },
    async stop(): Promise<void> {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
