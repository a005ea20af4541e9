/** What it costs to read all answers of a scan, through the SDK as it comes and through a session of ours. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { CloudAddress } from './cloud-process.ts'
import { median } from './median.ts'
import { readNodeOptions } from './node-options.ts'
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
  const recorder = startProcess('serve-recorded-answers.ts', { parameters: [address.endpoint] })
  const cloud = { ...address, endpoint: (await recorder.answer()) as string }
  const options = await readNodeOptions()
  const sdk = startReplay({ cloud, calls, reader: 'SDK as it comes' }, options)
  const session = startReplay({ cloud, calls, reader: 'session' }, options)
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

function startReplay(replay: Replay, options: readonly string[]) {
  const child = startProcess('replay-calls.ts', { options })
  child.send(replay)
  return {
    async round(): Promise<number> {
      child.send('round')
      return (await child.answer()) as number
    },
    stop: () => child.stop(),
  }
}

type Start = { readonly options?: readonly string[]; readonly parameters?: readonly string[] }

/** `options`: of node. */
function startProcess(program: string, { options = [], parameters = [] }: Start) {
  const child = fork(join(import.meta.dirname, program), parameters, {
    serialization: 'advanced',
    execArgv: [...options],
  })
  const ended = once(child, 'exit')
  return {
    send: (order: ReplayOrder) => void child.send(order),
    async answer(): Promise<unknown> {
      const early = ended.then(() => Promise.reject(new Error(`${program} ended before it answered`)))
      const [message] = (await Promise.race([once(child, 'message'), early])) as [unknown]
      return message
    },
    async stop(): Promise<void> {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
