/** Sends Server-Sent Events, with comments that keep the connection alive through proxies. */
import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { UnansweredRequest } from '../http/aborted-request.ts'

const keepAliveMs = 15_000

/** One event in its wire format. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Ends with the events, or when `signal` aborts; then the browser reconnects automatically. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  // The first event is requested before the headers are sent, so that errors still get an error response.
  const iterator = events[Symbol.asyncIterator]()
  let next = await iterator.next()
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const keepAlive = setInterval(() => raw.write(': waiting\n\n'), keepAliveMs)
  try {
    while (next.done !== true) {
      // Waits for slow browsers. Each event replaces the previous state, so skipped events don't matter.
      if (!raw.write(next.value)) await once(raw, 'drain', { signal })
      next = await iterator.next()
    }
    raw.end()
  } catch (error) {
    const hasLeft = error instanceof UnansweredRequest || signal.aborted
    if (!hasLeft) reply.log.error({ err: error }, 'event stream ended early')
    raw.end()
  } finally {
    clearInterval(keepAlive)
    await iterator.return?.()
  }
}
