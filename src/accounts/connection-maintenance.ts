/** Brings failed connections back by itself: checks their roles every few minutes, each by one process at a time. */
import type { Logger } from 'pino'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { Store } from '../store/store.ts'
import { recheckConnection } from './recheck-connection.ts'

/** How soon a connection that has become due is seen. */
const everyMs = 1_000
/** Connections that one process checks at once; the others wait for the next time. */
const atOnce = 8
/** STS answers in milliseconds, and a round of probes ends by itself before. */
const checkTimeoutMs = 60_000

export type ConnectionMaintenance = { close(): Promise<void> }

export function startConnectionMaintenance(dependencies: {
  readonly store: Store
  readonly roles: Pick<RoleAssumer, 'assume'>
  /** Between two checks of one connection. */
  readonly pauseSeconds: number
  readonly logger: Logger
}): ConnectionMaintenance {
  const { store, pauseSeconds, logger } = dependencies
  const stop = new AbortController()
  let running = Promise.resolve()
  const timer = setTimeout(tick, everyMs)

  function tick(): void {
    running = checkFailed()
      .catch((error: unknown) => logger.error({ err: error }, 'failed connections were not checked'))
      .then(() => void timer.refresh())
  }

  async function checkFailed(): Promise<void> {
    const claimed = await store.claimFailedConnections(pauseSeconds, atOnce)
    await Promise.all(
      claimed.map(async (connection) => {
        const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(checkTimeoutMs)])
        await recheckConnection(dependencies, connection, signal).catch((error: unknown) => {
          if (!stop.signal.aborted) logger.warn({ err: error, ...connection }, 'a failed connection was not checked')
        })
      }),
    )
  }

  return {
    async close() {
      clearTimeout(timer)
      stop.abort()
      await running
      clearTimeout(timer)
    },
  }
}
