/** Runs a program of the bench in its own process. It responds to each order with one message. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type BenchProcess = {
  send(order: object | string): void
  /** Resolves with its next message. Rejects if it ends before. */
  answer(): Promise<unknown>
  stop(): Promise<void>
}

type Start = { readonly parameters?: readonly string[]; readonly nodeOptions?: readonly string[] }

/** `program`: a file in this folder. */
export function startProcess(program: string, { parameters = [], nodeOptions = [] }: Start = {}): BenchProcess {
  const child = fork(join(import.meta.dirname, program), parameters, {
    serialization: 'advanced',
    execArgv: [...nodeOptions],
  })
  const ended = once(child, 'exit')
  return {
    send: (order) => void child.send(order),
    async answer() {
      const early = ended.then(() => Promise.reject(new Error(`${program} ended before it responded`)))
      const [message] = (await Promise.race([once(child, 'message'), early])) as [unknown]
      return message
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
