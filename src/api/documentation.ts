/** Serves the OpenAPI document at `/api/openapi.json` and its page at `/docs`, both without authentication. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { checkVersion } from './authentication.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { checkRequestForm } from '../http/request-form.ts'
import type { Route } from './route.ts'

// Only its built files are used, because its plug-in would generate its own document.
const assets = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

const files = [
  { name: 'swagger-ui.css', mediaType: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', mediaType: 'text/javascript; charset=utf-8' },
  { name: 'favicon-32x32.png', mediaType: 'image/png' },
] as const

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// URLs are relative, so that the page also works behind a proxy that adds a path prefix.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Surveyor: API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="icon" href="docs/favicon-32x32.png">
  </head>
  <body>
    <div id="page"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({ url: 'api/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null })\n`

export function registerDocumentation(app: FastifyInstance, routes: readonly Route[], publicUrl: string | null): void {
  const document = JSON.stringify(createOpenApiDocument(routes, publicUrl))
  app.get('/api/openapi.json', async (request, reply) => {
    checkVersion(request.raw)
    checkRequestForm(request.raw)
    return reply.type('application/json; charset=utf-8').send(document)
  })

  const send = (path: string, mediaType: string, content: string | Buffer) =>
    app.get(path, async (_request, reply) =>
      reply
        .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
        .type(mediaType)
        .send(content),
    )
  send('/docs', 'text/html; charset=utf-8', page)
  send('/docs/start.js', 'text/javascript; charset=utf-8', start)
  for (const { name, mediaType } of files) send(`/docs/${name}`, mediaType, readFileSync(join(assets, name)))
}
