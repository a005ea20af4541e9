/** Serves the health checks: `/healthz` for a running process, `/readyz` for one that can process requests. */
import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'

export function registerHealthChecks(app: FastifyInstance, store: Pick<Store, 'isReady'>, draining: AbortSignal): void {
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))

  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    if (draining.aborted) return reply.code(503).send({ status: 'stopping' })
    const isReady = await store.isReady().catch(() => false)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
