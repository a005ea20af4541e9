/** Listens on channels of PostgreSQL, with its own connection that is renewed when it breaks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseClient } from './database-client.ts'

const firstDelayMs = 100
const longestDelayMs = 5_000
/** The interval of checks, to detect connections that a firewall dropped silently. */
const checkIntervalMs = 15_000

export type ChannelListening = {
  readonly url: string
  readonly application_name: string
  readonly channels: readonly string[]
  readonly onNotification: (channel: string, payload: string) => void
  /** Called each time a connection starts to listen. Earlier notifications may have been missed. */
  readonly onListening?: () => void
}

/** Resolves with a stop function once the first connection listens. */
export async function listenOn(listening: ChannelListening): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  let current = await listen(listening)

  const keepListening = async () => {
    while (!stopped.signal.aborted) {
      await current.broken
      for (let delayMs = firstDelayMs; !stopped.signal.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
        await sleep(delayMs, undefined, { signal: stopped.signal }).catch(() => undefined)
        if (stopped.signal.aborted) return
        const next = await listen(listening).catch(() => null)
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
    // This connection was still being opened when the stop came.
    await current.close()
  }
}

type Connection = { readonly broken: Promise<void>; close(): Promise<void> }

async function listen({
  url,
  application_name,
  channels,
  onNotification,
  onListening,
}: ChannelListening): Promise<Connection> {
  const client = databaseClient(url, { application_name, query_timeout: 10_000 })
  const { promise: broken, resolve: markBroken } = Promise.withResolvers<void>()
  client.on('error', () => markBroken())
  client.on('end', () => markBroken())
  client.on('notification', ({ channel, payload }) => {
    if (payload !== undefined) onNotification(channel, payload)
  })
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  onListening?.()
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
