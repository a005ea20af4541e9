/** Manages the processes that run tests, and ends one that hangs together with its child processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, TestRun } from './lane.ts'

export interface Lane {
  /** Resolves with `null` if the run did not end within `limitMs`, or its process failed. */
  readonly run: (order: Order, limitMs: number) => Promise<readonly TestRun[] | null>
  readonly close: () => void
}

export function openLane(): Lane {
  let child: ChildProcess | undefined

  function start(): ChildProcess {
    // In its own process group, so that the processes of tests end with it.
    const started = fork(join(import.meta.dirname, 'lane.ts'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.once('exit', () => (child = undefined))
    return started
  }

  async function run(order: Order, limitMs: number): Promise<readonly TestRun[] | null> {
    const lane = (child ??= start())
    const { promise, resolve } = Promise.withResolvers<readonly TestRun[] | null>()
    const onExit = () => resolve(null)
    const timer = setTimeout(() => {
      if (lane.pid !== undefined) process.kill(-lane.pid, 'SIGKILL')
    }, limitMs)
    lane.once('message', (runs) => resolve(runs as readonly TestRun[]))
    lane.once('exit', onExit)
    lane.send(order)
    return promise.finally(() => {
      clearTimeout(timer)
      lane.removeListener('exit', onExit)
      lane.removeAllListeners('message')
    })
  }

  return { run, close: () => child?.disconnect() }
}
