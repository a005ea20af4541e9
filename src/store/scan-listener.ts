/** Hears of scans that come further or end, in whatever process, on a connection of its own that is renewed when it breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { scanFinishedChannel, scanProgressChannel } from './scans.ts'

const firstDelayMs = 100
const longestDelayMs = 5_000
/** A connection that a firewall silently dropped is noticed after this time. */
const checkIntervalMs = 15_000

export type ScanListener = {
  /** The scan has started, or its progress or coverage has changed. */
  readonly onProgress: (scanId: string) => void
  /** The scan has ended. */
  readonly onFinished: (scanId: string) => void
}

/**
 * Resolves once the first connection listens. What happens while the connection is broken is not reported: a listener
 * must look at the scan itself from time to time.
 */
export async function listenForScans(url: string, listener: ScanListener): Promise<() => Promise<void>> {
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

async function listen(url: string, listener: ScanListener): Promise<Listening> {
  const client = new Client({
    connectionString: url,
    application_name: 'surveyor scan listener',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  const { promise: broken, resolve: markBroken } = Promise.withResolvers<void>()
  client.on('error', () => markBroken())
  client.on('end', () => markBroken())
  client.on('notification', ({ channel, payload }) => {
    if (payload === undefined) return
    if (channel === scanFinishedChannel) listener.onFinished(payload)
    else listener.onProgress(payload)
  })
  try {
    await client.connect()
    for (const channel of [scanFinishedChannel, scanProgressChannel]) {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    }
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
