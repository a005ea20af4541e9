/** Ends requests without a response and without an error, because the caller disconnected or the server stops. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestLogFields } from './request-log.ts'

/** The abort reason of a request's signal. */
export class UnansweredRequest extends Error {
  override readonly name = 'UnansweredRequest'
}

/** Closes the connection. An error response would invite a retry of what is already done. */
export function dropRequest(reason: UnansweredRequest, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.log.info({ ...requestLogFields(request), reason: reason.message }, 'request not answered')
  reply.raw.destroy()
}
