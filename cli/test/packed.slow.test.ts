/**
 * Tests the package as users get it: packed, installed without a network into an empty folder, and run by every Node on
 * this machine against a real service. `SURVEYOR_NODES` lists more of them, separated by colons.
 */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isBuiltin } from 'node:module'
import { connect } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startRunningService } from '../../test/support/running-service.ts'
import type { RunningTestService } from '../../test/support/running-service.ts'
import { certificate, key as certificateKey } from '../../test/support/tls-proxy.ts'

const cli = resolve(import.meta.dirname, '..')
const root = resolve(cli, '..')
const nodes = installedNodes()

const supported = ['v20.', 'v22.', 'v24.']
const missing = supported.filter((version) => !nodes.some(([found]) => found.startsWith(version)))
if (missing.length > 0) {
  process.stderr.write(`Not tested with Node.js ${missing.join(' ')}: add it to SURVEYOR_NODES\n`)
}

let running: RunningTestService
/** A folder with nothing but the installed package. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-cli-'))
  npm(cli, 'pack', '--pack-destination', folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(folder, archive))
  running = await startRunningService()
})

afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

function npm(directory: string, ...words: readonly string[]): void {
  // Like `npm run` does, so that the build runs with the project's Node.
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  execFileSync('npm', ['--silent', ...words], { cwd: directory, env: { ...process.env, PATH }, stdio: 'pipe' })
}

/** The Node of this process, and one of each other version in the path. */
function installedNodes(): readonly (readonly [version: string, path: string])[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const found = new Map<string, string>()
  for (const path of [process.execPath, ...(process.env['SURVEYOR_NODES'] ?? '').split(delimiter), ...folders]) {
    const version = versionOf(path)
    if (version !== null && !found.has(version)) found.set(version, path)
  }
  return [...found]
}

function versionOf(path: string): string | null {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

type Finished = { readonly exitCode: number | null; readonly output: string; readonly errorOutput: string }

function surveyor(node: string, words: readonly string[], environment: Record<string, string> = {}): Promise<Finished> {
  const program = join(folder, 'node_modules/surveyor-cli/dist/surveyor.js')
  const env = { SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: running.key, ...environment }
  return new Promise((done) => {
    const child = execFile(node, [program, ...words], { cwd: folder, env }, (_, output, errorOutput) =>
      done({ exitCode: child.exitCode, output, errorOutput }),
    )
  })
}

/** Static imports, and dynamic ones. */
const imports = /^(?:import|export)\b[^;\n]*?from\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm

test('the package is small, and needs nothing but Node', async () => {
  const [dist, modules] = [join(folder, 'node_modules/surveyor-cli/dist'), join(folder, 'node_modules')]
  await expect(readdir(modules)).resolves.toEqual(['.bin', '.package-lock.json', 'surveyor-cli'])
  let bytes = 0
  const foreign: string[] = []
  for (const name of await readdir(dist, { recursive: true })) {
    bytes += (await stat(join(dist, name))).size
    if (!name.endsWith('.js')) continue
    const code = await readFile(join(dist, name), 'utf8')
    for (const [, named, loaded] of code.matchAll(imports)) {
      const module = named ?? loaded ?? ''
      if (!module.startsWith('.') && !isBuiltin(module)) foreign.push(module)
    }
  }
  expect(bytes).toBeLessThan(5_000_000)
  expect(foreign).toEqual([])
  const licenses = await readFile(join(dist, 'THIRD-PARTY-LICENSES'), 'utf8')
  const licensed = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\n\n/gm)].map(([, name]) => name)
  expect(licensed).toEqual(['commander', 'eventsource-parser', 'openapi-fetch', 'pend', 'undici', 'yauzl'])
  expect(licenses.match(/Permission is hereby granted/g)).toHaveLength(6)
  await expect(readFile(join(dist, 'LICENSE'), 'utf8')).resolves.toContain('Apache License')
})

test.each(nodes)('Node %s shows the version in less than 150 ms', async (_, node) => {
  // The time of the processor: how long a process waits for it says nothing about the package.
  const measure = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error(user+system)})`
  const times: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const { output, errorOutput } = await surveyor(node, ['--version'], { NODE_OPTIONS: `--import="${measure}"` })
    expect(output).toBe('0.1.0\n')
    times.push(Number(errorOutput) / 1_000)
  }
  expect(Math.min(...times)).toBeGreaterThan(0)
  expect(Math.min(...times)).toBeLessThan(150)
})

test.each(nodes)('Node %s scans, compares, and draws', async (version, node) => {
  const accounts = await surveyor(node, ['accounts'])
  expect(accounts).toMatchObject({
    exitCode: 0,
    errorOutput: '',
    output: expect.stringContaining(running.connectionId),
  })
  const gate = ['--compare', 'previous', '--fail-on', 'exposure-opened,removed:AWS::RDS::*,coverage<95%']
  const map = `map-${version}.svg`
  const words = ['scan', '-a', 'storefront-production', '--wait', '--out', map, '--view', 'overview', ...gate]
  const scan = await surveyor(node, words)
  expect(scan).toMatchObject({ exitCode: 0, output: expect.stringContaining('passed  coverage<95%') })
  expect(scan.errorOutput).toMatch(/^us-east-1 queued: 0 resources, 0 s\n/)
  await expect(readFile(join(folder, map), 'utf8')).resolves.toMatch(/^<svg/)
  expect(await surveyor(node, ['scan', '-a', 'none'])).toMatchObject({ exitCode: 2, output: '' })
  const away = await surveyor(node, ['accounts', '--url', 'http://127.0.0.1:65535', '--retry-for', '0'])
  expect(away).toMatchObject({ exitCode: 4, errorOutput: expect.stringContaining('ECONNREFUSED') })
})

test.each(nodes)('Node %s has the same exit code whoever reads its output', async (_, node) => {
  const program = `'${node}' node_modules/surveyor-cli/dist/surveyor.js`
  const gate = `scan -a storefront-production --fail-on exposed --format json`
  const away = 'accounts --url http://127.0.0.1:65535 --retry-for 1'
  for (const [words, redirection, exitCode] of [
    ['scans', '', 0],
    [gate, '', 1],
    [gate, '2>&1', 1],
    [away, '2>&1', 4],
    ['nothing', '2>&1', 2],
  ] as const) {
    const output = await shell(`exec 3>&1; rm -f gone; mkfifo gone
      { read -r _ < gone; ${program} ${words} ${redirection}; echo $? >&3; } | { exec <&-; echo > gone; }`)
    expect([words, redirection, output]).toEqual([words, redirection, `${exitCode}\n`])
  }
})

test.runIf(existsSync('/dev/full')).each(nodes)(
  'Node %s does not take a full disk for a failed gate',
  async (_, node) => {
    const output = await shell(`'${node}' node_modules/surveyor-cli/dist/surveyor.js --help 2>&1 > /dev/full; echo $?`)
    expect(output).toMatch(/^surveyor: The output couldn't be written: ENOSPC.*\n2\n$/)
  },
)

/** Returns the output of a script in the folder of the package. */
async function shell(script: string): Promise<string> {
  const env = { ...process.env, SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: running.key }
  return (await promisify(execFile)('sh', ['-c', script], { cwd: folder, env })).stdout
}

test.each(nodes)('Node %s uses certificate authorities and proxies', async (_, node) => {
  const url = `https://localhost:${await listen(createTlsServer({ cert: certificate, key: certificateKey }, forward))}`
  const hosts: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, client) => {
    hosts.push(url)
    const [host = '', port] = (url ?? '').split(':')
    const target = connect(Number(port), host)
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    target.pipe(client).pipe(target)
  })
  const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`
  const authorities = join(folder, 'ca.pem')
  await writeFile(authorities, certificate)

  const words = ['accounts', '--url', url, '--retry-for', '0']
  const trusted = [...words, '--ca-file', authorities]
  expect(await surveyor(node, words)).toMatchObject({ exitCode: 4, errorOutput: expect.stringMatching(/certificate/) })
  expect(await surveyor(node, trusted)).toMatchObject({ exitCode: 0, errorOutput: '' })
  expect(await surveyor(node, words, { NODE_EXTRA_CA_CERTS: authorities })).toMatchObject({ exitCode: 0 })
  expect(await surveyor(node, trusted, { HTTPS_PROXY: proxyUrl, NO_PROXY: 'localhost' })).toMatchObject({ exitCode: 0 })
  expect(hosts).toEqual([])
  expect(await surveyor(node, trusted, { HTTPS_PROXY: proxyUrl })).toMatchObject({ exitCode: 0, errorOutput: '' })
  expect(await surveyor(node, words, { https_proxy: proxyUrl, NODE_EXTRA_CA_CERTS: authorities })).toMatchObject({
    exitCode: 0,
  })
  expect(hosts).toEqual([new URL(url).host, new URL(url).host])
  expect(await surveyor(node, [...words, '--ca-file', join(folder, 'package.json')])).toMatchObject({
    exitCode: 2,
    errorOutput: expect.stringContaining('has no PEM certificates.'),
  })
})

/** Sends a request on to the service. */
const forward: Parameters<typeof createServer>[1] = (incoming, response) => {
  const { method = 'GET', url = '/', headers } = incoming
  const outgoing = request(`${running.service.baseUrl}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  incoming.pipe(outgoing)
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('the client is typed, and works without the command line', async () => {
  const example = `import { createSurveyorClient, SurveyorApiError } from 'surveyor-cli/client'
import type { Scan } from 'surveyor-cli/client'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
const surveyor = createSurveyorClient({ url: process.env['SURVEYOR_URL'] ?? '', key: process.env['SURVEYOR_API_KEY'] ?? '' })
for await (const account of surveyor.list('/api/accounts')) {
  const region: Scan['region'] = 'us-east-1'
  const { scans } = await surveyor.get('/api/scans', { query: { accountId: account.id, limit: 1 } })
  const alias: string = account.alias
  console.log(alias, region, scans.length)
}
await surveyor.get('/api/scans/{id}', { path: { id: '00000000-0000-0000-0000-000000000000' } }).catch((error: unknown) => {
  if (error instanceof SurveyorApiError) console.log(error.code)
})
// @ts-expect-error -- There is no such path.
void (() => surveyor.get('/api/nothing'))
// @ts-expect-error -- Scans have no such filter.
void (() => surveyor.get('/api/scans', { query: { color: 'red' } }))
// @ts-expect-error -- A diagram is no list.
void (() => surveyor.list('/api/diagrams/{id}'))
// @ts-expect-error -- Not a region.
void (() => surveyor.createScan({ cloudAccountId: '', region: 'mars-1' }))
`
  await writeFile(join(folder, 'example.ts'), example)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--outDir', 'out']
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, '--types', '', 'example.ts'], {
    cwd: folder,
    stdio: 'pipe',
  })
  const { stdout } = await new Promise<{ stdout: string }>((done, failed) => {
    const env = { SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: running.key }
    execFile(process.execPath, ['out/example.js'], { cwd: folder, env }, (error, stdout) =>
      error === null ? done({ stdout }) : failed(error),
    )
  })
  expect(stdout).toMatch(/^storefront-production us-east-1 \d\nNOT_FOUND\n$/)
})
