/** Adds the pages and pictures of share links to the HTTP server: `/share/{token}`, `.svg`, and `.png`. */
import type { FastifyReply } from 'fastify'
import { sharePath } from '../../contract/share-link.ts'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import { createFairTurns } from '../drawing/fair-turns.ts'
import { contentType } from '../http/content-type.ts'
import { checkRequestForm } from '../http/request-form.ts'
import type { FurtherPart } from '../http/server.ts'
import { sharedDrawings } from './draw-shared.ts'
import { findShared, isStillShared, lookUpsAtOnce } from './find-shared.ts'
import { busyText, deadText, messageAnswer, missingText } from './message-answer.ts'
import { readShareRequest, type ShareFormat, type ShareRequest } from './share-request.ts'

/** Images of other sites may be shown. The address has a secret, which links must not pass on. */
const headersOfAll = {
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const retryAfterSeconds = 10

export function sharingPart(dependencies: Pick<ApiDependencies, 'store' | 'drawPicture'>): FurtherPart {
  const lookUps = createFairTurns(lookUpsAtOnce)
  const draw = sharedDrawings(dependencies)

  return {
    registerRoutes(app) {
      app.route<{ Params: { name: string }; Querystring: Readonly<Record<string, unknown>> }>({
        method: 'GET',
        url: `${sharePath}/:name`,
        exposeHeadRoute: true,
        onRequest: async (request, reply) => {
          checkRequestForm(request.raw)
          reply.headers(headersOfAll)
        },
        handler: async ({ params, query, headers }, reply) => {
          const asked = readShareRequest(params.name, query)
          if (asked.problem !== null) return sendMessage(reply, 400, asked.problem, asked)
          const shared = await findShared(dependencies.store, asked.token, lookUps)
          const drawn = typeof shared === 'string' ? shared : await draw(shared, asked)
          if (drawn === 'busy') {
            reply.header('retry-after', String(retryAfterSeconds))
            return sendMessage(reply, 503, busyText, asked)
          }
          const isDead = shared === 'dead' || !(await isStillShared(dependencies.store, asked.token))
          if (isDead) return sendMessage(reply, 404, deadText, asked)
          if (typeof drawn === 'string' || typeof shared === 'string') {
            return sendMessage(reply, 404, missingText, asked)
          }
          const { bytes, mediaType, etag } = drawn
          reply.headers({
            // Checked each time, so that a revoked link ends at once. An unchanged picture costs a 304.
            'cache-control': 'no-cache',
            etag,
            'content-security-policy': policyOf(asked.format, shared.link.frameAncestors),
          })
          if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
          return reply.type(contentType(mediaType)).send(Buffer.from(bytes))
        },
      })
    },
  }
}

/** Scripts of the page have no access to the site. Its own policy allows only its own scripts. */
function policyOf(format: ShareFormat, frameAncestors: readonly string[]): string {
  const sandbox = format === 'html' ? 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox' : 'sandbox'
  const frames = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')
  return `${sandbox}; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`
}

/** A dead link says so in frames, too. */
function sendMessage(reply: FastifyReply, status: number, message: string, asked: ShareRequest): FastifyReply {
  const { body, mediaType } = messageAnswer(message, asked)
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    })
    .code(status)
    .type(contentType(mediaType))
    .send(typeof body === 'string' ? body : Buffer.from(body))
}

/** `If-None-Match` compares weakly, because proxies may weaken a validator. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '')
    return given === '*' || given === etag
  })
}
