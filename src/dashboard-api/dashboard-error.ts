/** Errors of the dashboard API, and their responses. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SessionErrorCode, sessionErrorCatalogue } from '../../contract/session/error-catalogue.ts'
import { sendError } from '../http/error-response.ts'

export class SessionError extends Error {
  override readonly name = 'SessionError'
  readonly code: SessionErrorCode
  /** Set for `TOO_MANY_REQUESTS`. */
  readonly retryAfterSeconds: number | null

  constructor(code: SessionErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function sendSessionError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof SessionError)) {
    sendError(error, request, reply)
    return
  }
  const { code, message, retryAfterSeconds } = error
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  void reply
    .code(sessionErrorCatalogue[code].status)
    .type('application/json; charset=utf-8')
    .send({ success: false, error: { code, message } })
}
