/** The HTTP server: everything under `/api/`, its documentation, the health checks, and what further parts add. The caller makes it listen. */
import { LogController, fastify } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiDependencies } from './api-dependencies.ts'
import { unknownPath } from '../http/api-error.ts'
import { authenticate, checkVersion } from './authentication.ts'
import { registerDocumentation } from './documentation.ts'
import { sendError } from '../http/error-answer.ts'
import { registerHealthChecks } from '../http/health-checks.ts'
import { answerConnect, createParserErrorHandler } from './raw-answers.ts'
import { type RouteContext, registerRoute } from './register-route.ts'
import { checkRequestForm, parseJson } from '../http/request-form.ts'
import { requestIdOf } from '../http/request-id.ts'
import { requestLogFields } from '../http/request-log.ts'
import { routes } from './routes.ts'
import { type Shutdown, endConnections } from '../http/shutdown.ts'
import { UnansweredRequest } from '../http/aborted-request.ts'

const bodyLimitBytes = 64 * 1024
const headerLimitBytes = 16 * 1024
const headersTimeoutMs = 20_000
const requestTimeoutMs = 60_000
/** How long answers may be on their way once waiting is over: callers who read slowly or not at all must not hold up the stop. */
const lastAnswersMs = 3_000

/** What the server serves besides the API. */
export type FurtherParts = {
  registerRoutes(app: FastifyInstance, context: Omit<RouteContext, 'dependencies'>): void
  /** Answers a GET or HEAD for a path that is no route and not under `/api`; false where there is nothing either. */
  answerPage(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/** Without `shutdown`, closing the server is all of it. */
export function createApiServer(
  dependencies: ApiDependencies,
  further: FurtherParts | null = null,
  shutdown: Shutdown | null = null,
): FastifyInstance {
  const { store } = dependencies
  const logger: FastifyBaseLogger = dependencies.logger
  const parserErrors = createParserErrorHandler(dependencies.logger)
  const closing = new AbortController()
  const { draining, waitingOver } = shutdown ?? { draining: closing.signal, waitingOver: closing.signal }

  const app = fastify({
    loggerInstance: logger,
    // One line per request is written below instead of the library's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: dependencies.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // A stopping server still answers what has come in, with no status outside of the table.
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
      void checkUnroutable(request, store)
        .catch((reason: unknown) => reason)
        .then((reason) => sendError(reason ?? refusal, request, reply))
    },
  })

  const { server } = app
  // A caller who has sent all of a request may close their half of the connection and still wants the answer.
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
  answerConnect(server, store, dependencies.logger)
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
    if (!request.is404 || (further !== null && mayBePage(request))) return
    await checkUnroutable(request, store)
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
    if (further !== null && (await further.answerPage(request, reply))) return reply
    throw unknownPath()
  })

  const letBodyCome = (request: FastifyRequest, reply: FastifyReply) => {
    if (awaitingContinue.has(request.raw)) reply.raw.writeContinue()
  }
  const context = { closing: closing.signal, waitingOver, letBodyCome }
  for (const route of routes) registerRoute(app, route, { ...context, dependencies })
  further?.registerRoutes(app, context)
  registerDocumentation(app, routes, dependencies.publicUrl)
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

/** Paths that lead nowhere: under `/api/` only those who have a key may learn so. */
async function checkUnroutable(request: FastifyRequest, store: ApiDependencies['store']): Promise<void> {
  if (isApiPath(request.url)) {
    await authenticate(request.raw, store)
    checkVersion(request.raw)
  }
  checkRequestForm(request.raw)
}

function mayBePage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(url)
}

function isApiPath(url: string): boolean {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  return /^\/api(?:[/?#]|$)/.test(path)
}
