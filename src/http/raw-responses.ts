/**
 * Responds to input that never becomes a request: bytes that the HTTP parser rejects, requests that arrive too slowly,
 * and CONNECT.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { ApiError, errorBody, unknownPath } from './api-error.ts'
import { requestIdOf } from './request-id.ts'

/** The requests of one connection without a complete response. */
type Connection = {
  request: IncomingMessage
  /** The response to `request`, the latest one. */
  response: ServerResponse
  /** In the order of their requests. Includes `response` until it is sent. */
  readonly unanswered: Set<ServerResponse>
  /** Set once the parser has given up. Called after each response. */
  afterAnswer: (() => void) | null
}

const lingerMs = 1000

const reasonPhrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
} as const

/** Sends one response to each request, and at most one to bytes that aren't a request. */
export function createParserErrorHandler(logger: Logger) {
  const connections = new WeakMap<Duplex, Connection>()
  /** After it has given up, the parser reports every further byte. */
  const ending = new WeakSet<Duplex>()

  return {
    /** Must be called for each request, so that responses aren't mixed up. */
    track(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      const known = connections.get(socket)
      const connection = known ?? { request, response, unanswered: new Set(), afterAnswer: null }
      if (known === undefined) connections.set(socket, connection)
      connection.request = request
      connection.response = response
      connection.unanswered.add(response)
      response.once('close', () => {
        connection.unanswered.delete(response)
        connection.afterAnswer?.()
      })
    },

    handle(error: NodeJS.ErrnoException, socket: Duplex): void {
      if (ending.has(socket)) return
      ending.add(socket)
      const requestId = requestIdOf({ headers: {} })
      logger.debug({ err: error, requestId }, 'unreadable request')
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const refuse = () => writeError(socket, new ApiError('BAD_REQUEST', describe(error)), requestId)
      const connection = connections.get(socket)
      if (connection === undefined) refuse()
      else endConnection(connection, socket, refuse)
    },
  }
}

/** Sends the pending responses in order. `refuse` then ends the connection with a response to the invalid bytes. */
function endConnection(connection: Connection, socket: Duplex, refuse: () => void): void {
  const { request, response, unanswered } = connection
  if (request.complete && unanswered.size === 0) {
    refuse()
    return
  }
  if (request.complete && !response.headersSent) response.setHeader('connection', 'close')

  connection.afterAnswer = () => {
    // The body of this request is invalid. The error replaces its response unless that has started.
    const isRefused = !request.complete && !response.headersSent
    const owed = isRefused ? unanswered.size - 1 : unanswered.size
    if (owed > 0) return
    connection.afterAnswer = null
    if (isRefused && socket.writable) refuse()
    else endGently(socket, '')
  }
  connection.afterAnswer()
}

const descriptions: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
}

const describe = ({ code = '' }: NodeJS.ErrnoException) => descriptions[code] ?? 'The request is not valid HTTP/1.1.'

/** Rejects CONNECT, which is for proxies. `checkCaller` throws unless the caller may learn that. */
export function refuseConnect(
  server: Server,
  checkCaller: (request: IncomingMessage) => Promise<void>,
  logger: Logger,
): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const requestId = requestIdOf(request)
    socket.on('error', () => socket.destroy())
    checkCaller(request)
      .then(() => {
        throw unknownPath()
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError) return writeError(socket, error, requestId)
        logger.error({ err: error, requestId }, 'request failed')
        writeError(socket, new ApiError('INTERNAL_ERROR', 'Internal error.'), requestId)
      })
  })
}

function writeError(socket: Duplex, error: ApiError, requestId: string): void {
  const body = JSON.stringify(errorBody(error))
  const lines = [
    `HTTP/1.1 ${error.status} ${reasonPhrases[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(error.code === 'UNAUTHORIZED' ? ['WWW-Authenticate: Bearer'] : []),
  ]
  endGently(socket, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** With unread bytes, destroying would reset the connection before the response is read. */
function endGently(socket: Duplex, lastBytes: string): void {
  socket.end(lastBytes)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
