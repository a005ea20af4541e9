/** Requests that get no response, without an error: the caller has left, or the server stops first. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestLogFields } from './request-log.ts'

/** The reason with which the signal of a request aborts. */
export class UnansweredRequest extends Error {
  override readonly name = 'UnansweredRequest'
}

/** Cuts the connection: an error would invite a retry of what has already been done. */
export function dropRequest(reason: UnansweredRequest, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.log.info({ ...requestLogFields(request), reason: reason.message }, 'request not answered')
  reply.raw.destroy()
}
