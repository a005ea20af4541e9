/** Server-Sent Events: an answer that goes on, kept alive through proxies by comments. */
import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { UnansweredRequest } from '../api/unanswered-request.ts'

const keepAliveMs = 15_000

/** One event, in the form that goes over the wire. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Ends with the events, or when `signal` aborts: the browser then asks again by itself. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  // Asked for before the headers go out, so that what is refused is still answered as an error.
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
      // A browser that reads slowly is waited for: what comes later replaces what came before.
      if (!raw.write(next.value)) await once(raw, 'drain', { signal })
      next = await iterator.next()
    }
    raw.end()
  } catch (error) {
    const hasLeft = error instanceof UnansweredRequest || signal.aborted
    if (!hasLeft) reply.log.error({ err: error }, 'events ended early')
    raw.end()
  } finally {
    clearInterval(keepAlive)
    await iterator.return?.()
  }
}
