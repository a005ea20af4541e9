/** Serves the built dashboard: its files, and the same HTML document for every page. */
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Pages = {
  /** Whether the dashboard is built. */
  readonly isBuilt: boolean
  register(app: FastifyInstance): void
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/**
 * Scripts are only allowed from the service's own files. Inline styles are allowed, because the components set them.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** First segments of paths that are not pages. Agents look for sign-in in `/.well-known` and below `/mcp`. */
const notPages = new Set([
  'api',
  'session',
  'docs',
  'share',
  'mcp',
  '.well-known',
  'healthz',
  'readyz',
  'metrics',
  'assets',
])

const document = 'index.html'

/** Sends precompressed files to clients that accept them. If `folder` is missing, a page explains how to build it. */
export async function openPages(folder: string, options: { readonly secure: boolean }): Promise<Pages> {
  const files = await readFileNames(folder)
  const isBuilt = files.has(document)
  return {
    isBuilt,

    register(app) {
      if (!isBuilt) return
      // No validators, because different versions of an archive may share modification times and sizes.
      const validators = { etag: false, lastModified: false, acceptRanges: false }
      void app.register(fastifyStatic, {
        root: folder,
        serve: false,
        preCompressed: true,
        cacheControl: false,
        ...validators,
      })
    },

    async answer(request, reply) {
      const path = pathOf(request.url)
      if (path === null) return false
      const isFile = files.has(path)
      if (!isFile && !isPage(path)) return false
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
      })
      if (!isBuilt) {
        await reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
        return true
      }
      // The names of files under assets/ change with their content.
      reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.sendFile(isFile ? path : document)
      return true
    },
  }
}

/** Relative to the folder, without compressed copies. */
async function readFileNames(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const names = files.map((path) => relative(folder, path).split(sep).join('/'))
  return new Set(names.filter((name) => !/\.(?:br|gz)$/.test(name)))
}

/** Relative to the folder; `null` if the URL cannot be decoded. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, '')).replace(/^\//, '')
  } catch {
    return null
  }
}

function isPage(path: string): boolean {
  return !notPages.has(path.split('/', 1)[0] ?? '') && !/\.\w+$/.test(path)
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>Surveyor is running, but <code>dashboard/dist</code> is missing.
<p>Run <code>npm ci &amp;&amp; npm run build</code> in the folder of the service, then restart it.
<code>npm ci --omit=dev</code> does not install the build tools. In that case, copy <code>dashboard/dist</code> from a machine that built it.
<p>The API works without the dashboard: see the <a href="/docs">API reference</a>.
</html>
`
