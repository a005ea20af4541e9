import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressFiles } from '../../scripts/compressed-files-plugin.ts'
import { openPages } from './pages.ts'

const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`
let folder: string
let baseUrl: string
let bareUrl: string
const servers: ReturnType<typeof fastify>[] = []

async function serve(pagesFolder: string, secure: boolean): Promise<string> {
  const pages = await openPages(pagesFolder, { secure })
  const server = fastify()
  pages.register(server)
  server.setNotFoundHandler(async (request, reply) =>
    (await pages.answer(request, reply)) ? reply : reply.code(404).send('nothing'),
  )
  servers.push(server)
  return server.listen({ host: '127.0.0.1', port: 0 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-pages-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'outside')
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Surveyor</title>')
  await writeFile(join(folder, 'dist', 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'dist', 'assets', 'main-1a2b.js'), script)
  await compressFiles(join(folder, 'dist'))
  baseUrl = await serve(join(folder, 'dist'), true)
  bareUrl = await serve(join(folder, 'none'), false)
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true })
})

describe('built pages', () => {
  test('every page is the same document, without caching, with a policy against inline scripts', async () => {
    for (const path of ['/', '/scans', '/scans/1/map/2', '/index.html', '/setup?x=1']) {
      const answer = await fetch(`${baseUrl}${path}`)
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, '<!doctype html><title>Surveyor</title>'])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("font-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
  })

  test('files with a content hash are cached permanently, and compressed for clients that accept it', async () => {
    const plain = await fetch(`${baseUrl}/assets/main-1a2b.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const answer = await fetch(`${baseUrl}/assets/main-1a2b.js`, { headers: { 'accept-encoding': accepted } })
      expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([coding, script])
    }
    expect((await fetch(`${baseUrl}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache')
  })

  test('files are sent in full with their type, and HEAD returns their length', async () => {
    const url = `${baseUrl}/assets/main-1a2b.js`
    const headers = { 'accept-encoding': 'identity', range: 'bytes=0-9', 'if-modified-since': new Date().toUTCString() }
    const whole = await fetch(url, { headers })
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8'])
    expect([whole.headers.get('etag'), whole.headers.get('last-modified')]).toEqual([null, null])
    expect(await whole.text()).toBe(script)
    const head = await fetch(url, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(script.length)])
    expect((await fetch(`${baseUrl}/favicon.svg`)).headers.get('content-type')).toBe('image/svg+xml')
  })

  test.each([
    '/assets/none.js',
    '/assets/main-1a2b.js.br',
    '/none.txt',
    '/api/none',
    '/session/none',
    '/docs/none',
    '/metrics',
    '/.well-known/oauth-protected-resource/mcp',
    '/mcp/.well-known/openid-configuration',
    '/../secret.js',
    '/..%2fsecret.js',
    '/assets/..%2f..%2fsecret.js',
    '/%00.js',
    '/%zz',
  ])('%s is not a page', async (path) => {
    // Sent without `fetch`, which would normalize the path.
    const { port } = new URL(baseUrl)
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest({ port, path }, (response) => resolve(response.resume().statusCode))
      request.on('error', reject).end()
    })
    expect([400, 404]).toContain(status)
  })
})

test('pages that are not built return instructions', async () => {
  const answer = await fetch(`${bareUrl}/scans`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  const text = await answer.text()
  for (const told of ['npm ci &amp;&amp; npm run build', 'dashboard/dist', '/docs']) expect(text).toContain(told)
  expect(answer.headers.get('strict-transport-security')).toBeNull()
})
