/** Measures the cost of reading all responses of a scan, with the plain SDK and with the service's session. */
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import { startProcess } from './bench-process.ts'
import type { CloudAddress } from './cloud-process.ts'
import { median } from './median.ts'
import { readNodeOptions } from './node-options.ts'
import type { Replay } from './replay-calls.ts'

/** The first rounds warm up clients, connections, and compiled code. */
const firstRounds = 3
const rounds = 11

export type ReadingCost = {
  /** The CPU time of the plain SDK, in milliseconds. */
  readonly sdkMs: number
  /** CPU time of the session ÷ that of the SDK. */
  readonly ratio: number
}

/** Alternates round by round. A temporary slowdown of the machine then affects both, and the ratio of a pair stays. */
export async function readingCost(address: CloudAddress, calls: readonly SimulatedCall[]): Promise<ReadingCost> {
  const recorder = startProcess('serve-recorded-answers.ts', { parameters: [address.endpoint] })
  const cloud = { ...address, endpoint: (await recorder.answer()) as string }
  const nodeOptions = await readNodeOptions()
  const sdk = startReplay({ cloud, calls, reader: 'plain SDK' }, nodeOptions)
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
