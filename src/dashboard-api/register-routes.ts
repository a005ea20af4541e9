/** Registers the routes of the dashboard API: access checks in order, then validation, handler, and serialization. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope, successEnvelope } from '../../contract/envelope.ts'
import { organizationHeader } from '../../contract/session/organization-header.ts'
import { ApiError, unknownPath } from '../http/api-error.ts'
import { contentType } from '../http/content-type.ts'
import { createInputReader } from '../http/input-reader.ts'
import { signalOfHalfClose, signalOfLeaving } from '../http/request-signals.ts'
import type { RouteContext } from '../http/server.ts'
import { checkJsonContentType, checkRequestForm } from '../http/request-form.ts'
import { UnansweredRequest } from '../http/aborted-request.ts'
import { sendEvents } from './event-stream.ts'
import { type ListenerLimit, listenerLimit } from './listener-limit.ts'
import { checkRole } from './member-transaction.ts'
import { needsSso } from '../identity/sso-enforcement.ts'
import { checkSameSite } from './same-site.ts'
import type { SessionDependencies } from './dashboard-dependencies.ts'
import { SessionError, sendSessionError } from './dashboard-error.ts'
import type { Access, Member, SessionRoute } from './route.ts'
import { answerSignIn } from './sign-in-requests.ts'
import { headersOf } from './web-headers.ts'

/** The interval for checking the session and membership of open event streams. */
const askAgainMs = 5_000

type Who = Member | { readonly user: Member['user'] | null; readonly address: string }

export function registerSessionRoutes(
  app: FastifyInstance,
  routes: readonly SessionRoute[],
  context: RouteContext & { readonly dependencies: SessionDependencies },
): void {
  const { dependencies } = context
  // A separate scope, because the error handler differs.
  void app.register((scope, _options, done) => {
    scope.setErrorHandler(sendSessionError)
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cross-origin-resource-policy': 'same-origin', vary: 'cookie' })
      checkRequestForm(request.raw)
      checkSameSite(request, dependencies.publicUrl)
    })
    const listeners = listenerLimit()
    for (const route of routes) register(scope, route, context, listeners)
    answerSignIn(scope, dependencies)
    done()
  })
}

function register(
  app: FastifyInstance,
  route: SessionRoute,
  { dependencies, closing, waitingOver, sendContinue }: Parameters<typeof registerSessionRoutes>[2],
  listeners: ListenerLimit,
): void {
  const callers = new WeakMap<FastifyRequest, Who>()
  const readInput = createInputReader(route)

  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      response: {
        ...(route.data !== null && { [route.status ?? 200]: successEnvelope(route.data) }),
        '4xx': errorEnvelope,
        '5xx': errorEnvelope,
      },
    },

    onRequest: async (request, reply) => {
      const caller = await callerOf(request, reply, route.access, dependencies)
      if (Object.values(request.params ?? {}).includes('')) throw unknownPath()
      if (route.body !== null) checkJsonContentType(request.raw)
      callers.set(request, caller)
      sendContinue(request, reply)
    },

    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (caller === undefined) throw new Error('a request reached its handler unchecked')
      const refused = new AbortController()
      const signal = AbortSignal.any([signalOfLeaving(reply), refused.signal])
      const halfClosed = signalOfHalfClose(request)
      const answer = await route.handle({
        ...readInput(request),
        caller,
        dependencies,
        signal,
        waitingOver,
        halfClosed,
      })
      if ('events' in answer) {
        const leave = listeners.enter(caller.user?.userId ?? '')
        // A browser that disconnects closes its half of the connection. The server would otherwise notice at its next write.
        const hasLeft = () => refused.abort(new UnansweredRequest('the caller has left'))
        halfClosed.addEventListener('abort', hasLeft)
        if (halfClosed.aborted) hasLeft()
        // Open streams would keep the server from stopping. The browser reconnects to another process.
        const isClosing = () => refused.abort(closing.reason)
        closing.addEventListener('abort', isClosing)
        if (closing.aborted) isClosing()
        const askAgain = setInterval(() => {
          void mayStill(request, reply, route.access, dependencies, caller).then((may) => may || refused.abort())
        }, askAgainMs)
        try {
          await sendEvents(reply, answer.events, signal)
        } finally {
          clearInterval(askAgain)
          halfClosed.removeEventListener('abort', hasLeft)
          closing.removeEventListener('abort', isClosing)
          leave()
        }
        return reply
      }
      if ('bytes' in answer) {
        return reply
          .headers(answer.headers ?? {})
          .type(contentType(answer.mediaType))
          .send(answer.bytes)
      }
      for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie)
      return reply.code(route.status ?? 200).send({ success: true, data: answer.data })
    },
  })
}

/** Whether the caller is still authorized for the same organization. */
async function mayStill(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  dependencies: SessionDependencies,
  before: Who,
): Promise<boolean> {
  try {
    return organizationOf(await callerOf(request, reply, access, dependencies)) === organizationOf(before)
  } catch (error) {
    // Database errors don't end the stream, because they don't affect the caller's rights.
    return !(error instanceof ApiError || error instanceof SessionError)
  }
}

const organizationOf = (who: Who) => ('organizationId' in who ? who.organizationId : null)

/**
 * Checks that a write is meant for the active organization of the session. A page in another tab may show a different
 * one. Throws `CONFLICT`.
 */
function checkMeantFor({ method, headers }: FastifyRequest, organizationId: string): void {
  const meantFor = headers[organizationHeader]
  if (method === 'GET' || meantFor === undefined || meantFor === organizationId) return
  throw new ApiError(
    'CONFLICT',
    'You switched to another organization, perhaps in another tab. Nothing was changed. Reload the page.',
  )
}

/** Throws `UNAUTHORIZED`, `CONFLICT` or `FORBIDDEN`. */
async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  { signIn, store }: SessionDependencies,
): Promise<Who> {
  const found = await signIn.findSession(headersOf(request))
  for (const cookie of found?.cookies ?? []) reply.header('set-cookie', cookie)
  const user = found?.signedIn ?? null
  const address = request.ip
  if (access === 'anyone') return { user, address }
  if (user === null) throw new SessionError('UNAUTHORIZED', 'You are not signed in, or your session expired.')
  if (access === 'signed in') return { user, address }
  const organizations = await store.people.organizationsOf(user.userId)
  const organization = organizations.find(({ id }) => id === user.activeOrganizationId) ?? organizations[0]
  if (organization === undefined) throw new ApiError('FORBIDDEN', 'You are not a member of any organization.')
  const { id: organizationId, role, name } = organization
  if (needsSso(organization, user)) {
    throw new ApiError('FORBIDDEN', `${name} requires SSO. Sign in with SSO, then try again.`)
  }
  checkMeantFor(request, organizationId)
  checkRole(role, access)
  return { user, address, organizationId, role, actor: `user:${user.userId}` }
}
