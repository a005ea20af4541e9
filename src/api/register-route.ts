/** Registers a declared route with the HTTP library: checks in the documented order, then validation, handler, and serialization. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorEnvelope, successEnvelope } from '../../contract/envelope.ts'
import type { ApiDependencies } from './api-dependencies.ts'
import { ApiError, unknownPath } from '../http/api-error.ts'
import { authenticate, checkVersion } from './authentication.ts'
import { contentType } from '../http/content-type.ts'
import { createInputReader } from '../http/input-reader.ts'
import { lateResponseTiming, sendWhenReady } from '../http/late-response.ts'
import { checkJsonContentType, checkRequestForm } from '../http/request-form.ts'
import { signalOfHalfClose, signalOfLeaving } from '../http/request-signals.ts'
import type { RouteContext } from '../http/server.ts'
import type { Caller, Route } from './route.ts'

export function registerRoute(
  app: FastifyInstance,
  route: Route,
  { dependencies, waitingOver, sendContinue }: RouteContext & { readonly dependencies: ApiDependencies },
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const readInput = createInputReader(route)

  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: { response: responseSchemas(route) },
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),

    onRequest: async (request, reply) => {
      const key = await authenticate(request.raw, dependencies.store)
      checkVersion(request.raw)
      // The router accepts empty parameters, but `/api/scans/` isn't a valid path.
      if (Object.values(request.params ?? {}).includes('')) throw unknownPath()
      if (!key.scopes.includes(route.scope)) {
        throw new ApiError('FORBIDDEN', `The API key doesn't have the scope "${route.scope}".`)
      }
      checkRequestForm(request.raw)
      if (route.body !== null) checkJsonContentType(request.raw)
      callers.set(request, { organizationId: key.organizationId, actor: `key:${key.id}`, address: request.ip })
      sendContinue(request, reply)
    },

    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (caller === undefined) throw new Error('a request reached its handler unauthenticated')
      const halfClosed = signalOfHalfClose(request)
      const input = { ...readInput(request), headers: request.headers, caller, dependencies, halfClosed, waitingOver }
      const signal = signalOfLeaving(reply)
      if (route.kind === 'bytes') {
        const { bytes, mediaType, headers = {} } = await route.handle({ ...input, signal })
        return reply.headers(headers).code(route.success.status).type(contentType(mediaType)).send(bytes)
      }
      const { data, headers = {} } = await route.handle({ ...input, signal })
      reply.headers(headers)
      const { status } = route.success
      if (!(data instanceof Promise)) return reply.code(status).send({ success: true, data })
      const serialize = reply.getSerializationFunction(String(status))
      if (serialize === undefined) throw new Error(`response ${status} of ${route.operationId} has no schema`)
      const body = data.then((value: unknown) => serialize({ success: true, data: value }))
      await sendWhenReady(request, reply, status, body, lateResponseTiming)
      return reply
    },
  })
}

/** Responses are serialized with these schemas, so that undeclared fields never leak. */
function responseSchemas(route: Route) {
  const success = route.kind === 'data' ? { [route.success.status]: successEnvelope(route.success.data) } : {}
  return { ...success, '4xx': errorEnvelope, '5xx': errorEnvelope }
}
