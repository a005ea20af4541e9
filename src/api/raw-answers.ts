/** Answers to what never becomes a request: bytes that the HTTP parser refuses, requests that come in too slowly, CONNECT. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { ApiError, errorBody, unknownPath } from './api-error.ts'
import { authenticate, checkVersion } from './authentication.ts'
import { requestIdOf } from './request-id.ts'
import type { Store } from '../store/store.ts'

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

const lingerMs = 1000

const reasonPhrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
} as const

export function createParserErrorHandler(logger: Logger) {
  const exchanges = new WeakMap<Duplex, Exchange>()

  return {
    /** To be called with each request, so that an answer that has begun is never mixed with another. */
    track(request: IncomingMessage, response: ServerResponse): void {
      exchanges.set(request.socket, { request, response })
    },

    handle(error: NodeJS.ErrnoException, socket: Duplex): void {
      const requestId = requestIdOf({ headers: {} })
      logger.debug({ err: error, requestId }, 'unreadable request')
      const exchange = exchanges.get(socket)
      const isAnswering = exchange !== undefined && !exchange.response.writableFinished
      // Its answer has begun, or these bytes belong to a request behind it whose turn to be answered has not come.
      const isSpokenFor = isAnswering && (exchange.response.headersSent || exchange.request.complete)
      if (error.code === 'ECONNRESET' || !socket.writable || isSpokenFor) {
        socket.destroy()
        return
      }
      writeError(socket, new ApiError('BAD_REQUEST', describe(error)), requestId)
    },
  }
}

const descriptions: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
}

const describe = ({ code = '' }: NodeJS.ErrnoException) => descriptions[code] ?? 'The request is not valid HTTP/1.1.'

/** CONNECT is for proxies: there is nothing of that kind here, for those who may know. */
export function answerConnect(server: Server, store: Store, logger: Logger): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const requestId = requestIdOf(request)
    socket.on('error', () => socket.destroy())
    authenticate(request, store)
      .then(() => {
        checkVersion(request)
        throw unknownPath()
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError) return writeError(socket, error, requestId)
        logger.error({ err: error, requestId }, 'request failed')
        writeError(socket, new ApiError('INTERNAL_ERROR', 'Something broke on our side.'), requestId)
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
  // Ended, not destroyed: with bytes still unread, destroying would reset the connection before the answer is read.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
