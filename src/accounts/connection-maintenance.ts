/**
 * Reconnects failed connections automatically. It checks their roles every few minutes, each in one process at a time.
 */
import type { Logger } from 'pino'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { Store } from '../store/store.ts'
import { recheckConnection } from './recheck-connection.ts'

/** The interval of looking for connections that are due. */
const everyMs = 1_000
/** The maximum number of concurrent checks in one process. Other connections wait for the next interval. */
const atOnce = 8
/** STS responds in milliseconds, and a round of probes has its own, shorter timeout. */
const checkTimeoutMs = 60_000

export type ConnectionMaintenance = { close(): Promise<void> }

export function startConnectionMaintenance(dependencies: {
  readonly store: Store
  readonly roles: Pick<RoleAssumer, 'assume'>
  /** The pause between two checks of one connection. */
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
      stop.abort()
      await running
      // Each round sets the timer again at its end.
      clearTimeout(timer)
    },
  }
}
