/** Responses to what never becomes a request: bytes that the HTTP parser rejects, requests that arrive too slowly, CONNECT. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { ApiError, errorBody, unknownPath } from './api-error.ts'
import { requestIdOf } from './request-id.ts'

/** What came in on one connection and is not answered yet. */
type Connection = {
  request: IncomingMessage
  /** To `request`, the latest one. */
  response: ServerResponse
  /** In the order of their requests, `response` among them until it is out. */
  readonly unanswered: Set<ServerResponse>
  /** Set once the parser has given up: goes on as soon as an answer is out. */
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

/** Each request gets one answer, whatever follows it on its connection, and bytes that are no request at most one. */
export function createParserErrorHandler(logger: Logger) {
  const connections = new WeakMap<Duplex, Connection>()
  /** The parser reports each further byte after it has given up. */
  const ending = new WeakSet<Duplex>()

  return {
    /** To be called with each request, so that no answer is mixed with another. */
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

/** Lets the answers that are owed go out in their turn; `refuse` ends the connection with an answer to what could not be read. */
function endConnection(connection: Connection, socket: Duplex, refuse: () => void): void {
  const { request, response, unanswered } = connection
  if (request.complete && unanswered.size === 0) {
    refuse()
    return
  }
  if (request.complete && !response.headersSent) response.setHeader('connection', 'close')

  connection.afterAnswer = () => {
    // It is this request's own body that cannot be read: unless its answer has begun, the refusal takes its place.
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

/** CONNECT is for proxies, and no path here supports it. `checkCaller`: throws unless the caller may learn that. */
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

/** With bytes still unread, destroying would reset the connection before the answer is read. */
function endGently(socket: Duplex, lastBytes: string): void {
  socket.end(lastBytes)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
