/** Errors before a message is read, as errors of JSON-RPC with the status and the code of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/error-catalogue.ts'
import { UnansweredRequest } from '../http/aborted-request.ts'
import { sendError, toApiError } from '../http/error-response.ts'

const parseError = -32_700
const invalidRequest = -32_600
const internalError = -32_603

/** `challenge`: the value of `WWW-Authenticate` for callers without a key. */
export function sendAgentError(error: unknown, request: FastifyRequest, reply: FastifyReply, challenge: string): void {
  if (error instanceof UnansweredRequest) {
    sendError(error, request, reply)
    return
  }
  const { code, message, details, status } = toApiError(error, request)
  if (code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed')
  if (code === 'UNAUTHORIZED') reply.header('www-authenticate', challenge)
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      jsonrpc: '2.0',
      id: null,
      error: { code: numberOf(code, request), message, data: { code, ...(details !== null && { details }) } },
    })
}

/** Bodies that can't be parsed are the only malformed requests after the checks of headers. */
function numberOf(code: ErrorCode, { body }: FastifyRequest): number {
  if (code === 'INTERNAL_ERROR') return internalError
  return code === 'BAD_REQUEST' && (body === undefined || body === null) ? parseError : invalidRequest
}
