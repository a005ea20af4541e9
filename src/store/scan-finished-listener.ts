/** Hears of finished scans, in whatever process they ended, on a connection of its own that is renewed when it breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { scanFinishedChannel } from './scans.ts'

const firstDelayMs = 100
const longestDelayMs = 5_000
/** A connection that a firewall silently dropped is noticed after this time. */
const checkIntervalMs = 15_000

/**
 * Resolves once the first connection listens. What ends while the connection is broken is not reported: a listener
 * must look at the scan itself from time to time.
 */
export async function listenForFinishedScans(
  url: string,
  listener: (scanId: string) => void,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  let current = await listen(url, listener)

  const keepListening = async () => {
    while (!stopped.signal.aborted) {
      await current.broken
      for (let delayMs = firstDelayMs; !stopped.signal.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
        await sleep(delayMs, undefined, { signal: stopped.signal }).catch(() => undefined)
        if (stopped.signal.aborted) return
        const next = await listen(url, listener).catch(() => null)
        if (next === null) continue
        current = next
        break
      }
    }
  }
  const ended = keepListening()

  return async () => {
    stopped.abort()
    await current.close()
    await ended
    // A connection that was being made when the stop came.
    await current.close()
  }
}

type Listening = { readonly broken: Promise<void>; close(): Promise<void> }

async function listen(url: string, listener: (scanId: string) => void): Promise<Listening> {
  const client = new Client({
    connectionString: url,
    application_name: 'surveyor scan_finished',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  const { promise: broken, resolve: markBroken } = Promise.withResolvers<void>()
  client.on('error', () => markBroken())
  client.on('end', () => markBroken())
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) listener(payload)
  })
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(scanFinishedChannel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  const check = setInterval(() => {
    client.query('select 1').catch(() => markBroken())
  }, checkIntervalMs)
  check.unref()
  const close = async () => {
    clearInterval(check)
    await client.end().catch(() => undefined)
  }
  void broken.then(close)
  return { broken, close }
}
