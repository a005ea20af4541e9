/** Tests `surveyor mcp` as agents run it: a process with the official client on its standard input and output. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectAgent } from '../../test/support/agent-client.ts'
import { graphOfWorld } from '../../test/support/network/graph-of-world.ts'
import { sampleWorld } from '../../test/support/network/sample-world.ts'
import { saveGraph } from '../../test/support/save-graph.ts'
import { startTestService } from '../../test/support/test-service.ts'
import type { TestOrganization, TestService } from '../../test/support/test-service.ts'
import { runCli } from './run-cli.ts'

const program = join(import.meta.dirname, '../src/main.ts')

let service: TestService
let organization: TestOrganization
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-mcp-'))
  service = await startTestService()
  organization = await service.createOrganization()
  const connection = await organization.connectAccount({ alias: 'production' })
  const { id } = await organization.insertScan(connection)
  await service.store.tenant(organization.id, async ({ scans, graphs }) => {
    await scans.begin(id, {})
    await saveGraph(graphs, id, graphOfWorld({ ...sampleWorld(), account: connection.accountNumber }))
    await scans.complete(id, 1, {})
  })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const environment = () => ({ SURVEYOR_URL: service.baseUrl, SURVEYOR_API_KEY: organization.key })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** Runs the program with this input until it ends. */
async function run(input: string, options: { readonly words?: readonly string[]; readonly url?: string } = {}) {
  const { words = [], url = service.baseUrl } = options
  const child = spawn(process.execPath, [program, 'mcp', ...words], {
    env: { ...process.env, ...environment(), SURVEYOR_URL: url },
  })
  const ended = new Promise<number | null>((done) => void child.once('close', done))
  const output = [text(child.stdout), text(child.stderr)] as const
  child.stdin.end(input)
  const [lines, errorOutput] = [(await output[0]).trim().split('\n'), await output[1]]
  const messages = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
  return { exitCode: await ended, messages, errorOutput }
}

async function connect(mode: 'auto' | 'legacy', words: readonly string[] = []) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const args = [program, 'mcp', ...words]
  const transport = new StdioClientTransport({ command: process.execPath, args, env: environment(), stderr: 'pipe' })
  await client.connect(transport)
  return { client, transport }
}

test.each(['auto', 'legacy'] as const)('an agent gets the answers of the service (%s revision)', async (mode) => {
  const { client } = await connect(mode)
  const overHttp = await connectAgent(service.baseUrl, organization.key)
  onTestFinished(() => overHttp.close())
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28')
  expect((await client.listTools()).tools).toEqual((await overHttp.client.listTools()).tools)
  const asked = { name: 'find', arguments: { q: 'web' } }
  const { structuredContent } = await client.callTool(asked)
  expect(structuredContent).toMatchObject({ resources: expect.arrayContaining([expect.anything()]) })
  expect(structuredContent).toEqual((await overHttp.client.callTool(asked)).structuredContent)
  // Names of the protocol that a header can't have as they are.
  await expect(client.readResource({ uri: 'surveyor://nothing/ä b ' })).rejects.toThrow(/There is no such resource\.$/)
  await client.close()
})

test('without a client: one answer for each request, none for a notification, and an error for what was cut off', async () => {
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const sent = [{ ...list, id: 'first', method: 'initialize', params: opening }, notification, { ...list, id: 2 }]
  const input = `${sent.map((each) => JSON.stringify(each)).join('\n')}\n\n{"jsonrpc":"2.0","id":3,"meth`
  const { exitCode, messages, errorOutput } = await run(input)
  expect(exitCode).toBe(0)
  expect(errorOutput).toBe('surveyor: A message was cut off, or is not JSON.\n')
  expect(messages).toHaveLength(3)
  expect(messages).toEqual(
    expect.arrayContaining([
      { jsonrpc: '2.0', id: 'first', result: expect.objectContaining({ protocolVersion: '2025-06-18' }) },
      { jsonrpc: '2.0', id: 2, result: { tools: expect.any(Array) } },
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'A message was cut off, or is not JSON.' } },
    ]),
  )
})

test('a message that is too long is refused, here or by the service, and later ones are answered', async () => {
  const long = (characters: number, id: number) =>
    JSON.stringify({
      ...list,
      id,
      method: 'tools/call',
      params: { name: 'find', arguments: { q: 'x'.repeat(characters) } },
    })
  const { exitCode, messages } = await run(
    `${long(2_000_000, 1)}\n${long(70_000, 2)}\n${JSON.stringify({ ...list, id: 3 })}\n`,
  )
  expect(exitCode).toBe(0)
  expect(messages).toEqual(
    expect.arrayContaining([
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'A message was too long.' } },
      { jsonrpc: '2.0', id: 2, error: expect.objectContaining({ message: expect.stringContaining('64 KiB') }) },
      { jsonrpc: '2.0', id: 3, result: { tools: expect.any(Array) } },
    ]),
  )
})

test('a wrong key ends it with exit code 4, and the key is not repeated', async () => {
  const key = `svy_live_${'0'.repeat(43)}`
  const file = join(folder, 'wrong.key')
  await writeFile(file, key)
  const { exitCode, messages, errorOutput } = await run(`${JSON.stringify(list)}\n`, { words: ['--key-file', file] })
  expect([exitCode, messages, errorOutput]).toEqual([4, [], 'surveyor: The API key is invalid.\n'])
  const { key: writeOnly } = await organization.createKey({ scopes: ['write'] })
  await writeFile(file, writeOnly)
  expect(await run('', { words: ['--key-file', file] })).toMatchObject({
    exitCode: 4,
    errorOutput: 'surveyor: The API key doesn\'t have the scope "read".\n',
  })
})

test('a service that cannot be reached ends it with exit code 4, and wrong usage with 2', async () => {
  const away = await run('', { words: ['--retry-for', '0'], url: 'http://127.0.0.1:1' })
  expect([away.exitCode, away.messages]).toEqual([4, []])
  expect(away.errorOutput).toContain("surveyor: http://127.0.0.1:1 can't be reached: ")
  expect(await runCli(['mcp', '--key-file', '-'], { environment: environment() })).toMatchObject({
    exitCode: 2,
    output: '',
    errorOutput: expect.stringContaining('--key-file must be a path'),
  })
})

test('what goes wrong later is an error of the request, and the program goes on', async () => {
  const proxy = await startProxy()
  const { key } = await organization.createKey({ scopes: ['read'] })
  const file = join(folder, 'later.key')
  await writeFile(file, key)
  const { client, transport } = await connect('auto', ['--url', proxy.url, '--key-file', file])
  let errorOutput = ''
  transport.stderr?.on('data', (chunk) => (errorOutput += String(chunk)))
  const find = () => client.callTool({ name: 'find', arguments: {} })
  await expect(find()).resolves.not.toHaveProperty('isError', true)
  proxy.mode = 'cut'
  await expect(find()).rejects.toThrow(/127\.0\.0\.1:\d+ can't be reached/)
  proxy.mode = 'page'
  await expect(find()).rejects.toThrow(/status 200, but not like Surveyor/)
  proxy.mode = 'through'
  await expect(find()).resolves.not.toHaveProperty('isError', true)
  await service.store.tenant(organization.id, async ({ apiKeys }) => {
    const [newest] = await apiKeys.list()
    await apiKeys.revoke(newest?.id ?? '')
  })
  await expect(find()).rejects.toThrow(/The API key has been revoked/)
  await expect.poll(() => errorOutput).toContain('surveyor: The API key has been revoked.\n')
  expect(errorOutput).not.toContain(key)

  // A canceled request ends at the service, too.
  proxy.mode = 'wait'
  const canceling = new AbortController()
  const waiting = client.callTool({ name: 'find', arguments: {} }, { signal: canceling.signal })
  await expect.poll(() => proxy.waiting).toBe(1)
  canceling.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
  await expect.poll(() => proxy.waiting).toBe(0)
  await client.close()
})

type Mode = 'through' | 'cut' | 'page' | 'wait'

/** A proxy before the service that fails as told. */
async function startProxy() {
  const proxy = { mode: 'through' as Mode, waiting: 0, url: '' }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      if (proxy.mode === 'cut') return request.socket.destroy()
      if (proxy.mode === 'page') return response.end('<p>Sign in</p>')
      if (proxy.mode === 'wait') {
        proxy.waiting += 1
        return response.once('close', () => (proxy.waiting -= 1))
      }
      const { method = 'GET', url = '', headers } = request
      const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers
      const answer = await fetch(`${service.baseUrl}${url}`, {
        method,
        headers: passed as Record<string, string>,
        ...(method === 'POST' && { body }),
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      return response.end(await answer.text())
    })()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return proxy
}
