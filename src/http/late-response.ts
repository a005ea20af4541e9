/** Sends a response that may take minutes, with white space before the JSON, so that proxies don't time out. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnansweredRequest, dropRequest } from './aborted-request.ts'

export type LateResponseTiming = { readonly firstSpaceAfterMs: number; readonly spaceEveryMs: number }

export const lateResponseTiming: LateResponseTiming = { firstSpaceAfterMs: 10_000, spaceEveryMs: 10_000 }

/**
 * Sends `body` as usual, or throws its error, if it settles within the first wait. After that, the headers and a first
 * space are sent. An error can then only destroy the connection before the final chunk.
 */
export async function sendWhenReady(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: Promise<string>,
  timing: LateResponseTiming,
): Promise<void> {
  const { promise: waited, resolve: endWait } = Promise.withResolvers<null>()
  const firstWait = setTimeout(() => endWait(null), timing.firstSpaceAfterMs)
  const early = await Promise.race([body, waited]).finally(() => clearTimeout(firstWait))
  if (early !== null) {
    void reply.code(status).type('application/json; charset=utf-8').send(early)
    return
  }

  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-accel-buffering': 'no' })
  raw.write(' ')
  const spaces = setInterval(() => raw.write(' '), timing.spaceEveryMs)
  try {
    raw.end(await body)
  } catch (error) {
    if (error instanceof UnansweredRequest) {
      dropRequest(error, request, reply)
      return
    }
    reply.log.error({ err: error }, 'a started response could not be finished')
    raw.destroy()
  } finally {
    clearInterval(spaces)
  }
}
