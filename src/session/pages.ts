/** Serves the built dashboard: its files, and its one document for every page of it. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Pages = {
  /** Whether there is anything to serve. */
  readonly isBuilt: boolean
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

type PageFile = {
  readonly mediaType: string
  readonly bytes: Buffer
  /** By the name of the content coding; only where it is smaller. */
  readonly encoded: ReadonlyMap<string, Buffer>
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressible = /^text\/|json|svg|manifest|ttf/

/** Scripts come from files of ours alone; styles may also be set on elements, as the components do. */
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

/** First parts of paths that are no pages. */
const notPages = new Set(['api', 'session', 'docs', 'healthz', 'readyz', 'metrics', 'assets'])

const document = 'index.html'

/** Files are read and compressed once, when the service starts. `folder` may be missing: then a page says so. */
export async function openPages(folder: string, options: { readonly secure: boolean }): Promise<Pages> {
  const files = await readFiles(folder)
  return {
    isBuilt: files.has(document),

    async answer(request, reply) {
      const path = pathOf(request.url)
      if (path === null) return false
      const file = files.get(path)
      if (file === undefined && !isPage(path)) return false
      const shown = file ?? files.get(document)
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
      })
      if (shown === undefined) {
        await reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
        return true
      }
      // The names of files under assets/ change with their content.
      const caching = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      const coding = ['br', 'gzip'].find((name) => shown.encoded.has(name) && accepts(request, name))
      reply.headers({
        'cache-control': caching,
        vary: 'accept-encoding',
        ...(coding && { 'content-encoding': coding }),
      })
      await reply.type(shown.mediaType).send((coding && shown.encoded.get(coding)) ?? shown.bytes)
      return true
    },
  }
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    const mediaType = mediaTypes[extname(entry.name)]
    if (!entry.isFile() || mediaType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    files.set(relative(folder, path).split(sep).join('/'), {
      mediaType,
      bytes,
      encoded: await encode(mediaType, bytes),
    })
  }
  return files
}

/** Fast enough for every start, and near to the best. */
const brotliQuality = 6

async function encode(mediaType: string, bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  if (!compressible.test(mediaType)) return new Map()
  const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  const encoded = [['br', brotli] as const, ['gzip', await promisify(gzip)(bytes)] as const]
  return new Map(encoded.filter(([, short]) => short.length < bytes.length))
}

/** Relative to the folder; `null` where the address cannot be decoded. */
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

function accepts({ headers }: FastifyRequest, coding: string): boolean {
  const accepted = headers['accept-encoding'] ?? ''
  return accepted.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.trim().toLowerCase().split(';')
    return name === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
  })
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>The service runs, but the pages of its dashboard are not in <code>dashboard/dist</code>.
<p>In the folder of the service, run <code>npm ci &amp;&amp; npm run build</code>, then start the service again.
<code>npm ci --omit=dev</code> leaves out what builds the pages: after it, bring <code>dashboard/dist</code> along from where they were built.
<p>The HTTP interface works without it: see <a href="/docs">its documentation</a>.
</html>
`
