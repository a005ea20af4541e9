/**
 * Creates the HTTP server with the API, the health checks, and optionally the dashboard. The caller starts listening.
 */
import { LogController, fastify } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { UnansweredRequest } from './aborted-request.ts'
import { unknownPath } from './api-error.ts'
import { sendError } from './error-response.ts'
import { registerHealthChecks } from './health-checks.ts'
import { createParserErrorHandler, refuseConnect } from './raw-responses.ts'
import { checkRequestForm, parseJson } from './request-form.ts'
import { requestIdOf } from './request-id.ts'
import { requestLogFields } from './request-log.ts'
import { type Shutdown, endConnections } from './shutdown.ts'

const bodyLimitBytes = 64 * 1024
const headerLimitBytes = 16 * 1024
const headersTimeoutMs = 20_000
const requestTimeoutMs = 60_000
/** The maximum time for sending responses after waits have ended. Slow callers must not delay the shutdown. */
const lastAnswersMs = 3_000

/** What routes get from the server. */
export type RouteContext = {
  /** Aborts when the port is closed. Endless responses then end. */
  readonly closing: AbortSignal
  /** Aborts when the server stops and pending waits must end. */
  readonly waitingOver: AbortSignal
  /** Sends `100 Continue` if the caller waits for it before it sends the body. */
  readonly sendContinue: (request: FastifyRequest, reply: FastifyReply) => void
}

export type ApiPart = {
  registerRoutes(app: FastifyInstance, context: RouteContext): void
  /** Whether a path without a route belongs to the API. */
  hasPath(url: string): boolean
  /** Throws unless the caller may learn that a path of the API does not exist. */
  checkCaller(request: IncomingMessage): Promise<void>
}

export type DashboardPart = {
  registerRoutes(app: FastifyInstance, context: RouteContext): void
  /** Sends the page for a GET or HEAD path without a route outside the API. Returns false if there is no such page. */
  answerPage(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/** Routes with their own errors, outside the API and the dashboard. */
export type FurtherPart = { registerRoutes(app: FastifyInstance, context: RouteContext): void }

export type ServerOptions = {
  readonly store: Pick<Store, 'isReady'>
  readonly logger: Logger
  /** The trusted proxies for the caller's address. */
  readonly trustProxy: NonNullable<FastifyServerOptions['trustProxy']>
  readonly api: ApiPart
  readonly dashboard?: DashboardPart
  readonly agents?: FurtherPart
  readonly sharing?: FurtherPart
  /** Without it, stopping only closes the server. */
  readonly shutdown?: Shutdown
}

export function createServer({
  store,
  logger,
  trustProxy,
  api,
  dashboard,
  agents,
  sharing,
  shutdown,
}: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = logger
  const parserErrors = createParserErrorHandler(logger)
  const closing = new AbortController()
  const { draining, waitingOver } = shutdown ?? { draining: closing.signal, waitingOver: closing.signal }

  const app = fastify({
    loggerInstance,
    // One line per request is written below instead of the library's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // A stopping server still responds to received requests, only with documented statuses.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: headerLimitBytes, caseSensitive: true, ignoreTrailingSlash: false },
    http: {
      requireHostHeader: false,
      maxHeaderSize: headerLimitBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: (error, socket) => parserErrors.handle(error, socket),
    frameworkErrors: (refusal, request, reply) => {
      setStandardHeaders(request, reply)
      void checkUnroutable(request, api)
        .catch((reason: unknown) => reason)
        .then((reason) => sendError(reason ?? refusal, request, reply))
    },
  })

  const { server } = app
  // A caller may half-close the connection after sending a request, and still gets the response.
  Object.assign(server, { httpAllowHalfOpen: true })
  const awaitingContinue = new WeakSet<IncomingMessage>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => parserErrors.track(request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    parserErrors.track(request, response)
    awaitingContinue.add(request)
    app.routing(request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    parserErrors.track(request, response)
    app.routing(request, response)
  })
  refuseConnect(server, (request) => api.checkCaller(request), logger)
  endConnections(server, draining)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })

  app.addHook('onRequest', async (request, reply) => {
    setStandardHeaders(request, reply)
    if (!request.is404 || (dashboard !== undefined && mayBePage(request, api))) return
    await checkUnroutable(request, api)
    throw unknownPath()
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { ...requestLogFields(request), status: reply.statusCode, durationMs: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  app.addHook('preClose', async () => closing.abort(new UnansweredRequest('the server is stopping')))
  waitingOver.addEventListener('abort', () => {
    setTimeout(() => server.closeAllConnections(), lastAnswersMs).unref()
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(async (request, reply) => {
    checkRequestForm(request.raw)
    if (await dashboard?.answerPage(request, reply)) return reply
    throw unknownPath()
  })

  const sendContinue = (request: FastifyRequest, reply: FastifyReply) => {
    if (awaitingContinue.has(request.raw)) reply.raw.writeContinue()
  }
  for (const part of [api, dashboard, agents, sharing])
    part?.registerRoutes(app, { closing: closing.signal, waitingOver, sendContinue })
  registerHealthChecks(app, store, draining)
  return app
}

function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}

/** For paths without a route. */
async function checkUnroutable(request: FastifyRequest, api: ApiPart): Promise<void> {
  if (api.hasPath(request.url)) await api.checkCaller(request.raw)
  checkRequestForm(request.raw)
}

function mayBePage({ method, url }: FastifyRequest, api: ApiPart): boolean {
  return (method === 'GET' || method === 'HEAD') && !api.hasPath(url)
}
