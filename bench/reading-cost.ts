/** What it costs to read all answers of a scan, through the SDK as it comes and through a session of ours. */
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import { startProcess } from './bench-process.ts'
import type { CloudAddress } from './cloud-process.ts'
import { median } from './median.ts'
import { readNodeOptions } from './node-options.ts'
import type { Replay } from './replay-calls.ts'

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
  const recorder = startProcess('serve-recorded-answers.ts', { parameters: [address.endpoint] })
  const cloud = { ...address, endpoint: (await recorder.answer()) as string }
  const nodeOptions = await readNodeOptions()
  const sdk = startReplay({ cloud, calls, reader: 'SDK as it comes' }, nodeOptions)
  const session = startReplay({ cloud, calls, reader: 'session' }, nodeOptions)
  const pairs: { readonly sdkMs: number; readonly ratio: number }[] = []
  try {
    for (let round = 0; round < firstRounds + rounds; round += 1) {
      const sdkMs = await sdk.round()
      const sessionMs = await session.round()
      if (round >= firstRounds) pairs.push({ sdkMs, ratio: sessionMs / sdkMs })
    }
  } finally {
    await Promise.all([sdk.stop(), session.stop(), recorder.stop()])
  }
  return { sdkMs: median(pairs.map(({ sdkMs }) => sdkMs)), ratio: median(pairs.map(({ ratio }) => ratio)) }
}

function startReplay(replay: Replay, nodeOptions: readonly string[]) {
  const child = startProcess('replay-calls.ts', { nodeOptions })
  child.send(replay)
  return {
    async round(): Promise<number> {
      child.send('round')
      return (await child.answer()) as number
    },
    stop: () => child.stop(),
  }
}
