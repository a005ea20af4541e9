/** Adds the interface for agents to the HTTP server: `/mcp`, and where its callers can sign in. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import { checkVersion } from '../api/authentication.ts'
import { ApiError } from '../http/api-error.ts'
import { checkJsonContentType, checkRequestForm } from '../http/request-form.ts'
import { signalOfHalfClose, signalOfLeaving } from '../http/request-signals.ts'
import type { FurtherPart } from '../http/server.ts'
import { agentServer } from './agent-server.ts'
import { sendAgentError } from './agent-errors.ts'
import { type AgentCaller, callerOf } from './caller.ts'
import { checkOrigin } from './request-origin.ts'
import { challengeOf, refused, registerResourceMetadata, type SignOn } from './resource-metadata.ts'

const path = '/mcp'
/** Batches are of earlier revisions. Each of their messages costs as much as a request. */
const mostMessages = 10

/** `signOn`: `null` if SSO isn't configured. */
export function agentsPart(dependencies: ApiDependencies, signOn: SignOn | null): FurtherPart {
  const callers = new WeakMap<FastifyRequest, AgentCaller>()
  const challenge = challengeOf(path, dependencies.publicUrl, signOn)
  const { store } = dependencies
  const audience = `${dependencies.publicUrl ?? ''}${path}`

  const checkCaller = async (request: FastifyRequest) => {
    checkOrigin(request.raw, dependencies.publicUrl)
    const caller = await callerOf(request, { store, signOn, audience })
    checkVersion(request.raw)
    checkRequestForm(request.raw)
    callers.set(request, caller)
  }
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendAgentError(error, request, reply, request.headers.authorization === undefined ? challenge : refused(challenge))

  return {
    registerRoutes(app, { waitingOver, sendContinue }) {
      app.route({
        method: 'POST',
        url: path,
        errorHandler: answerError,
        onRequest: async (request, reply) => {
          await checkCaller(request)
          checkJsonContentType(request.raw)
          sendContinue(request, reply)
        },
        handler: async (request, reply) => {
          const known = callers.get(request)
          if (known === undefined) throw new Error('a request reached its handler unauthenticated')
          checkMessages(request.body)
          const signal = signalOfLeaving(reply)
          const halfClosed = signalOfHalfClose(request)
          const report = (error: unknown) => request.log.error({ err: error }, 'request failed')
          const context = { ...known, dependencies, signal, halfClosed, waitingOver }
          const handler = createMcpHandler(() => agentServer(context, report), { maxSubscriptions: 0 })
          return sendAnswer(await answer(handler, request, signal), reply)
        },
      })
      app.route({
        method: ['GET', 'DELETE'],
        url: path,
        errorHandler: answerError,
        // There are no sessions, and no messages without a request. Any body is dropped.
        onRequest: async (request, reply) => {
          await checkCaller(request)
          return reply.code(405).header('allow', 'POST').send()
        },
        handler: async (_request, reply) => reply.code(405).send(),
      })
      registerResourceMetadata(app, path, dependencies.publicUrl, signOn)
    },
  }
}

/** Throws `BAD_REQUEST`. */
function checkMessages(body: unknown): void {
  if (Array.isArray(body) && body.length > mostMessages) {
    throw new ApiError('BAD_REQUEST', `A batch has at most ${mostMessages} messages.`)
  }
}

function answer(handler: McpHttpHandler, { raw, body }: FastifyRequest, signal: AbortSignal): Promise<Response> {
  const headers = Object.entries(raw.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  // Only the path of the address is used.
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, signal })
  return handler.fetch(request, { parsedBody: body })
}

function sendAnswer(response: Response, reply: FastifyReply): FastifyReply {
  for (const [name, value] of response.headers) if (name !== 'cache-control') reply.header(name, value)
  reply.code(response.status)
  return reply.send(response.body === null ? '' : Readable.fromWeb(response.body))
}
