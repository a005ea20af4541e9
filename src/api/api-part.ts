/** Adds the API to the HTTP server: its routes, its documentation, and the check of callers of unknown paths. */
import type { ApiPart } from '../http/server.ts'
import type { ApiDependencies } from './api-dependencies.ts'
import { authenticate, checkVersion } from './authentication.ts'
import { registerDocumentation } from './documentation.ts'
import { registerRoute } from './register-route.ts'
import { routes } from './routes.ts'

export function apiPart(dependencies: ApiDependencies): ApiPart {
  return {
    registerRoutes(app, context) {
      for (const route of routes) registerRoute(app, route, { ...context, dependencies })
      registerDocumentation(app, routes, dependencies.publicUrl)
    },

    hasPath(url) {
      const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      return /^\/api(?:[/?#]|$)/.test(path)
    },

    async checkCaller(request) {
      await authenticate(request, dependencies.store)
      checkVersion(request)
    },
  }
}
