/** Converts errors to the error envelope. The internal reason is only logged. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from './api-error.ts'
import { UnansweredRequest, dropRequest } from './aborted-request.ts'

const declaredTooLargeToDrain = 10 * 1024 * 1024

/** Messages for errors of the HTTP library. Its own statuses, such as 413, 414, and 415, are never returned. */
const refusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type must be application/json, in UTF-8.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body length doesn't match the Content-Length header.",
  FST_ERR_BAD_URL: 'The path has invalid percent-encoding.',
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof UnansweredRequest) {
    dropRequest(error, request, reply)
    return
  }
  const publicError = toApiError(error, request)
  if (publicError.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed')
  if (publicError.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer')
  const { retryAfterSeconds } = publicError
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  // Closing while the caller is sending would reset the connection before the response is read. The rest of the request
  // is read and dropped.
  const contentLength = Number(request.headers['content-length'] ?? 0)
  if (contentLength <= declaredTooLargeToDrain && reply.hasHeader('connection')) reply.removeHeader('connection')
  void reply.code(publicError.status).type('application/json; charset=utf-8').send(errorBody(publicError))
}

/** `request`: for the limit of its body. */
export function toApiError(error: unknown, request?: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (isClientError(error)) {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && request !== undefined) {
      return new ApiError('BAD_REQUEST', `The body is larger than ${sizeText(request.routeOptions.bodyLimit)}.`)
    }
    return new ApiError('BAD_REQUEST', refusals[error.code ?? ''] ?? 'The request is malformed.')
  }
  return new ApiError(
    'INTERNAL_ERROR',
    'Internal error. Retry with exponential backoff. If it persists, give the operator the request ID.',
  )
}

function sizeText(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}

function isClientError(error: unknown): error is { readonly statusCode: number; readonly code?: string } {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}
