/** Hands the dashboard's interface to the HTTP library: checks in their order, then validation, handler and serialisation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope, successEnvelope } from '../../contract/envelope.ts'
import { organizationHeader } from '../../contract/session/organization-header.ts'
import { ApiError, unknownPath } from '../api/api-error.ts'
import { createInputReader } from '../api/input-reader.ts'
import { contentType, type RouteContext, signalOfHalfClose, signalOfLeaving } from '../api/register-route.ts'
import { checkJsonContentType, checkRequestForm } from '../api/request-form.ts'
import { UnansweredRequest } from '../api/unanswered-request.ts'
import { sendEvents } from './event-stream.ts'
import { type ListenerLimit, listenerLimit } from './listener-limit.ts'
import { checkRole } from './member-transaction.ts'
import { needsSignOn } from './required-sign-on.ts'
import { checkSameSite } from './same-site.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { SessionError, sendSessionError } from './session-error.ts'
import type { Access, Member, SessionRoute } from './session-route.ts'
import { answerSignIn } from './sign-in-requests.ts'
import { headersOf } from './web-headers.ts'

/** How soon those whose session or membership has ended see no more of what is still being told. */
const askAgainMs = 5_000

type Who = Member | { readonly user: Member['user'] | null; readonly address: string }

export function registerSessionRoutes(
  app: FastifyInstance,
  routes: readonly SessionRoute[],
  context: Omit<RouteContext, 'dependencies'> & { readonly dependencies: SessionDependencies },
): void {
  const { dependencies } = context
  // In a scope of its own, for its errors are its own.
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
  { dependencies, closing, waitingOver, letBodyCome }: Parameters<typeof registerSessionRoutes>[2],
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
      letBodyCome(request, reply)
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
        // A browser that leaves closes its half of the connection; the server would go on until it writes next.
        const hasLeft = () => refused.abort(new UnansweredRequest('the caller has left'))
        halfClosed.addEventListener('abort', hasLeft)
        if (halfClosed.aborted) hasLeft()
        // Else these events would keep the server from stopping; the browser asks again, and another process answers.
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

/** Whether who was let in would be let in again, to the same organization. */
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
    // A database that is away says nothing about the caller.
    return !(error instanceof ApiError || error instanceof SessionError)
  }
}

const organizationOf = (who: Who) => ('organizationId' in who ? who.organizationId : null)

/**
 * The active organization belongs to the session, and a page may still show another one: what it writes says which one it is meant
 * for. Throws `CONFLICT`.
 */
function checkMeantFor({ method, headers }: FastifyRequest, organizationId: string): void {
  const meantFor = headers[organizationHeader]
  if (method === 'GET' || meantFor === undefined || meantFor === organizationId) return
  throw new ApiError(
    'CONFLICT',
    'You have changed to another organization meanwhile, perhaps in another tab. Nothing was done. Reload the page.',
  )
}

/** Throws `UNAUTHORIZED`, `CONFLICT` or `FORBIDDEN`. */
async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  { signIn, store }: SessionDependencies,
): Promise<Who> {
  const found = await signIn.whoIs(headersOf(request))
  for (const cookie of found?.cookies ?? []) reply.header('set-cookie', cookie)
  const user = found?.signedIn ?? null
  const address = request.ip
  if (access === 'anyone') return { user, address }
  if (user === null) throw new SessionError('UNAUTHORIZED', 'Nobody is signed in, or the session has ended.')
  if (access === 'signed in') return { user, address }
  const organizations = await store.people.organizationsOf(user.userId)
  const organization = organizations.find(({ id }) => id === user.activeOrganizationId) ?? organizations[0]
  if (organization === undefined) throw new ApiError('FORBIDDEN', 'You are not a member of any organization.')
  const { id: organizationId, role, name } = organization
  if (needsSignOn(organization, user)) {
    throw new ApiError('FORBIDDEN', `${name} asks for single sign-on, and you signed in otherwise.`)
  }
  checkMeantFor(request, organizationId)
  checkRole(role, access)
  return { user, address, organizationId, role, actor: `user:${user.userId}` }
}
