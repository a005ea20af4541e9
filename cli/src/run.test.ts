import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../test/run-cli.ts'
import { sampleScan } from '../test/sample-report.ts'
import { closed, cutOff, data, failure, startScriptedServer, text } from '../test/scripted-server.ts'
import type { Reply } from '../test/scripted-server.ts'

const account = {
  id: sampleScan.cloudAccountId,
  alias: 'production',
  cloudAccountId: '444455556666',
  status: 'connected',
}
const accounts = (...list: readonly unknown[]) => data({ accounts: list, meta: { hasMore: false } })

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs a command against a server with these replies. */
async function against(replies: readonly Reply[], ...words: readonly string[]) {
  const { url, requests } = await startScriptedServer(replies)
  const environment = { SURVEYOR_URL: url, SURVEYOR_API_KEY: 'svy_secret' }
  const result = await runCli([...words, '--retry-for', '0'], { environment })
  return { ...result, url, requests }
}

test.each([
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['--help'], /Commands:\n {2}scan[^]*Exit codes:\n {2}0 {3}fine/],
  [['scan', '--help'], /Conditions of --fail-on[^]*Environment:[^]*Exit codes:/],
  [['help', 'reach'], /^Usage: surveyor reach/],
])('%j prints to standard output', async (words, expected) => {
  expect(await runCli(words)).toMatchObject({ exitCode: 0, errorOutput: '', output: expect.stringMatching(expected) })
})

test.each([
  [[], 'Missing command. "surveyor --help" lists them.'],
  [['scna'], "Unknown command 'scna' (Did you mean scan?)"],
  [['start'], "Unknown command 'start'. It is a command of the service: run it with bin/surveyor there."],
  [['map'], "Unknown command 'map'. It is a command of the service: run it with bin/surveyor there."],
  [['scan'], "Required option '-a, --account <ALIAS|ID>' not specified."],
  [
    ['accounts', '--key', 'svy_secret'],
    "Unknown option '--key'. The API key is never an argument. Set SURVEYOR_API_KEY, or use --key-file.",
  ],
  [
    ['accounts', '--format', 'sarif'],
    "Option '-f, --format <FORMAT>' argument 'sarif' is invalid. Allowed choices are text, json, markdown.",
  ],
  [
    ['scans', '--limit', '0'],
    "Option '-n, --limit <COUNT>' argument '0' is invalid. It must be a whole number from 1 to 1000000.",
  ],
  [['scans', '--limit', '1.5'], /It must be a whole number/],
  [['accounts', 'production'], /^Too many arguments/],
  [['accounts'], 'The address of the service is missing. Set SURVEYOR_URL or --url.'],
  [
    ['accounts', '--url', 'surveyor.example.com'],
    `"surveyor.example.com" isn't an address like https://surveyor.example.com.`,
  ],
  [['accounts', '--url', 'ftp://surveyor.example.com'], /isn't an address/],
  [['accounts', '--url', 'http://me@localhost'], /must not have a user/],
  [
    ['accounts', '--url', 'http://localhost'],
    'The API key is missing. Set SURVEYOR_API_KEY, or use --key-file with a path, or - for standard input.',
  ],
  [
    ['accounts', '--url', 'http://localhost', '--key-file', 'svy_secret'],
    '--key-file takes the path of a file, not the key itself.',
  ],
  [['accounts', '--url', 'http://localhost', '--key-file', '/none/key'], /^The key file couldn't be read: ENOENT/],
  [['accounts', '--url', 'http://localhost', '--key-file', '-'], 'The API key must be one line without spaces.'],
  [['scan', '-a', 'x', '--fail-on', 'broken'], /^"broken" isn't a condition/],
  [['scan', '-a', 'x', '-r', ','], '--region is empty.'],
  [['scan', '-a', 'x', '--out', 'map.gif'], /^The ending of map.gif isn't a format/],
  [['scan', '-a', 'x', '--out', '/none/map.svg'], /^The folder \/none doesn't exist/],
  [['scan', '-a', 'x', '-r', 'all', '--out', 'map.svg'], /needs \{region\}/],
  [['scan', '-a', 'x', '-r', 'us-east-1,us-west-2', '--out', 'map.svg'], /needs \{region\}/],
  [['scan', '-a', 'x', '--report', 'surveyor.xml'], /^--report takes FORMAT=FILE/],
  [['scan', '-a', 'x', '--report', 'xml=surveyor.xml'], /^--report takes FORMAT=FILE/],
  [['scan', '-a', 'x', '--report', 'junit=/none/surveyor.xml'], /^The folder \/none doesn't exist/],
  [['reach', '--from', 'a', '--to', 'b'], '--port is required for tcp.'],
])('%j is a usage error', async (words, message) => {
  const { exitCode, output, errorOutput } = await runCli(words)
  expect([exitCode, output]).toEqual([2, ''])
  const [, said = ''] = /^surveyor: ([^\n]+)\n$/.exec(errorOutput) ?? []
  const isExpected = typeof message === 'string' ? said === message : message.test(said)
  expect([said, isExpected]).toEqual([said, true])
  expect(errorOutput).not.toContain('svy_secret')
})

test('the key comes from the environment, a file, or standard input', async () => {
  const { url, requests } = await startScriptedServer([accounts()])
  const file = join(await temporaryFolder(), 'key')
  await writeFile(file, 'svy_from_file\n')
  const environment = { SURVEYOR_API_KEY: 'svy_from_environment' }
  await runCli(['accounts', '--url', url], { environment })
  await runCli(['accounts', '--url', url, '--key-file', file], { environment })
  await runCli(['accounts', '--url', url, '--key-file', '-'], { standardInput: 'svy_from_input\n' })
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer svy_from_environment',
    'Bearer svy_from_file',
    'Bearer svy_from_input',
  ])
})

test('a key file with several lines is rejected without repeating it', async () => {
  const file = join(await temporaryFolder(), 'key')
  await writeFile(file, 'svy_one\nsvy_two\n')
  const result = await runCli(['accounts', '--url', 'http://localhost', '--key-file', file])
  expect(result).toEqual({
    exitCode: 2,
    output: '',
    errorOutput: 'surveyor: The API key must be one line without spaces.\n',
  })
})

test.each([
  ['UNAUTHORIZED', 401, 4],
  ['FORBIDDEN', 403, 4],
  ['INTERNAL_ERROR', 500, 4],
  ['INVALID_API_VERSION', 400, 4],
  ['CONFLICT', 409, 3],
  ['NOT_FOUND', 404, 2],
  ['BAD_REQUEST', 400, 2],
  ['VALIDATION_ERROR', 400, 2],
])('%s ends with exit code %s', async (code, status, exitCode) => {
  const request = code === 'INTERNAL_ERROR' ? ' Request ID: request-1.' : ''
  expect(await against([failure(status, code)], 'accounts')).toMatchObject({
    exitCode,
    output: '',
    errorOutput: `surveyor: It is ${code}.${request}\n`,
  })
})

test('a service that is away ends with exit code 4', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const environment = { SURVEYOR_URL: `http://127.0.0.1:${port}`, SURVEYOR_API_KEY: 'svy_secret' }
  expect(await runCli(['accounts', '--retry-for', '0'], { environment })).toEqual({
    exitCode: 4,
    output: '',
    errorOutput: `surveyor: http://127.0.0.1:${port} can't be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
  })
})

test('a service that goes away while waiting ends with exit code 4 and the scan that continues', async () => {
  const out = join(await temporaryFolder(), 'map.svg')
  const created = data({ ...sampleScan, status: 'queued' })
  const scanning = data({ ...sampleScan, status: 'scanning' })
  const result = await against([accounts(account), created, scanning, closed], 'scan', '-a', 'production', '--out', out)
  expect(result).toMatchObject({ exitCode: 4, output: '' })
  expect(result.errorOutput).toContain(
    `can't be reached: other side closed. The scan ${sampleScan.id} may continue in the service.\n`,
  )
  await expect(readdir(join(out, '..'))).resolves.toEqual([])
})

test.each([
  [
    [
      { region: 'us-east-1', progress: { subnets: 20 } },
      { region: 'us-east-1', progress: { subnets: 1 } },
    ],
    12,
  ],
  // Never full before the end, and empty if there is nothing to guess from.
  [[{ region: 'us-east-1', progress: { subnets: 1 } }], 23],
  [[{ region: 'eu-west-1', progress: { subnets: 20 } }], 0],
])('the bar of a terminal guesses from the last scan of the region: %j', async (earlier, filled) => {
  const [queued, scanning] = [
    { status: 'queued', progress: null },
    { status: 'scanning', progress: { subnets: 10 } },
  ]
  const states = [scanning, { status: 'completed' }].map((state) => data({ ...sampleScan, ...state }))
  const list = data({ scans: earlier, meta: { hasMore: false } })
  const replies = [accounts(account), data({ ...sampleScan, ...queued }), list, ...states, data({ coverage: [] })]
  const { url } = await startScriptedServer(replies)
  const environment = { SURVEYOR_URL: url, SURVEYOR_API_KEY: 'svy_secret' }
  const { exitCode, errorOutput } = await runCli(['scan', '-a', 'production', '--wait'], { environment, isTTY: true })
  expect(exitCode).toBe(0)
  const shown = [...errorOutput.matchAll(/(█*)░* us-east-1 (\w+): (\d+)/g)].map(([, bar, ...rest]) => [
    bar?.length,
    ...rest,
  ])
  expect(shown).toEqual([
    [0, 'queued', '0'],
    [filled, 'scanning', '10'],
    [24, 'completed', '10'],
  ])
  expect(errorOutput.endsWith('\r\u001B[2K')).toBe(true)
})

test('retries are shown once for each reason, and not with --quiet', async () => {
  const { url } = await startScriptedServer([closed, closed, text(502, ''), accounts()])
  const environment = { SURVEYOR_URL: url, SURVEYOR_API_KEY: 'svy_secret' }
  const { exitCode, errorOutput } = await runCli(['accounts', '--retry-for', '30'], { environment })
  expect(exitCode).toBe(0)
  expect(errorOutput).toBe(
    `${url} can't be reached: other side closed. Retrying for up to 30 s.\nThe service responded with status 502. Retrying for up to 30 s.\n`,
  )
  const again = await startScriptedServer([closed, accounts()])
  const quiet = await runCli(['accounts', '--quiet', '--url', again.url], { environment })
  expect(quiet).toMatchObject({ exitCode: 0, errorOutput: '' })
})

test('a diagram that was cut off is not written', async () => {
  const out = join(await temporaryFolder(), 'map.svg')
  const diagrams = data({ diagrams: [{ id: 'd' }], meta: { hasMore: false } })
  const result = await against([data(sampleScan), diagrams, cutOff], 'diagram', sampleScan.id, '--out', out)
  expect(result).toMatchObject({ exitCode: 4, errorOutput: expect.stringContaining("can't be reached") })
  await expect(readdir(join(out, '..'))).resolves.toEqual([])
})

test('a connection that failed ends with exit code 3 and no scan', async () => {
  const result = await against([accounts(account), failure(409, 'CONFLICT')], 'scan', '-a', 'production')
  expect(result).toMatchObject({ exitCode: 3, output: '', errorOutput: 'surveyor: It is CONFLICT.\n' })
})

test('of several regions, an unknown one is found before any scan is created', async () => {
  const document = { components: { schemas: { Region: { enum: ['eu-west-1', 'us-east-1'] } } } }
  const regions = text(200, JSON.stringify(document), { 'content-type': 'application/json' })
  const result = await against([accounts(account), regions], 'scan', '-a', 'production', '-r', 'us-east-1,mars')
  expect(result).toMatchObject({ exitCode: 2, errorOutput: 'surveyor: Not a region: mars.\n' })
  expect(result.requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
})

test('all regions: those of other partitions are left out, and those that the account has not enabled are no failures', async () => {
  const json = { 'content-type': 'application/json' }
  const known = ['ap-east-1', 'cn-north-1', 'eu-west-1', 'us-east-1']
  const document = { components: { schemas: { Region: { enum: known } } } }
  const otherPartition = {
    code: 'VALIDATION_ERROR',
    message: 'Invalid.',
    details: [{ path: ['region'], message: 'no' }],
  }
  /** The second part of a path is the region, because the IDs of these scans are. */
  const service = (failedType: string): Reply => {
    return (response, request) => {
      const path = request.url?.split('?')[0]?.split('/') ?? []
      const reply = (content: unknown) => data(content)(response, request)
      if (path[2] === 'openapi.json') return text(200, JSON.stringify(document), json)(response, request)
      if (path[2] === 'accounts') return accounts(account)(response, request)
      if (path[4] === 'coverage') {
        const statuses = path[3] === 'ap-east-1' ? ['unavailable', 'collected', failedType] : ['collected']
        return reply({ coverage: statuses.map((status) => ({ type: 'T', status, action: null })) })
      }
      const region = request.body === '' ? path[3] : (JSON.parse(request.body) as { region: string }).region
      if (region === 'cn-north-1') {
        return text(400, JSON.stringify({ success: false, error: otherPartition }), json)(response, request)
      }
      const status = request.method === 'POST' ? 'queued' : region === 'ap-east-1' ? 'failed' : 'completed'
      return reply({ ...sampleScan, id: region, region, status })
    }
  }
  const words = ['scan', '-a', 'production', '-r', 'all', '--wait', '-f', 'json']
  const enabled = await against([service('collected')], ...words)
  expect(enabled.exitCode).toBe(0)
  expect(JSON.parse(enabled.output)).toMatchObject({
    scans: [{ scan: { region: 'eu-west-1' } }, { scan: { region: 'us-east-1' } }],
    notAvailable: ['ap-east-1'],
  })
  for (const status of ['denied', 'failed']) {
    const broken = await against([service(status)], ...words)
    expect(broken.exitCode).toBe(3)
    expect(JSON.parse(broken.output)).toMatchObject({
      scans: [{ scan: { region: 'ap-east-1' } }, {}, {}],
      notAvailable: [],
    })
  }
})

const scanOf = (id: string) => ({ method: 'POST', body: JSON.stringify({ cloudAccountId: id, region: 'us-east-1' }) })

test('an alias is found in any case, but exactly first', async () => {
  const both = accounts({ ...account, id: 'upper', alias: 'PRODUCTION' }, { ...account, id: 'lower' })
  const exact = await against([both, data(sampleScan)], 'scan', '-a', 'production')
  expect(exact.requests[1]).toMatchObject(scanOf('lower'))
  const one = await against([accounts(account), data(sampleScan)], 'scan', '-a', 'Production')
  expect(one.requests[1]).toMatchObject(scanOf(account.id))
})

test.each([
  [[], 'production', 'No account connection has the alias or ID "production". There are none.'],
  [[account], '444455556667', 'No account connection has the alias or ID "444455556667". Available: "production".'],
  [
    [
      { ...account, id: 'a' },
      { ...account, id: 'b', alias: 'copy' },
    ],
    '444455556666',
    'Several account connections match "444455556666": a ("production"), b ("copy"). Use the ID of one of them.',
  ],
])('accounts %j have no "%s"', async (list, name, message) => {
  const result = await against([accounts(...list)], 'scan', '-a', name)
  expect(result).toMatchObject({ exitCode: 2, errorOutput: `surveyor: ${message}\n` })
})

test('an error in the program itself has its own exit code', async () => {
  const result = await against([data({ accounts: [null], meta: { hasMore: false } })], 'accounts')
  expect(result).toMatchObject({
    exitCode: 70,
    errorOutput: expect.stringMatching(/^surveyor: Internal error\. Please report it\./),
  })
})

test('--report writes files beside the output', async () => {
  const folder = await temporaryFolder()
  const reports = ['junit', 'sarif', 'json'].flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
  const result = await against([accounts(account), data(sampleScan)], 'scan', '-a', 'production', ...reports)
  expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining(sampleScan.id) })
  await expect(readdir(folder)).resolves.toEqual(['json', 'junit', 'sarif'])
})

/** Completions of the last word, as bash asks for them. */
function completions(script: string, ...words: readonly string[]): readonly string[] {
  const asked = ['surveyor', ...words].map((word) => `'${word}'`).join(' ')
  const call = `COMP_WORDS=(${asked}); COMP_CWORD=${words.length}; _surveyor; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', `${script}\n${call}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('bash completes commands, options, and values', async () => {
  const { output } = await runCli(['completion', 'bash'])
  expect(completions(output, 'sc')).toEqual(['scan', 'scans'])
  expect(completions(output, 'scan', '--fai')).toEqual(['--fail-on'])
  expect(completions(output, 'scan', '--view', 'd')).toEqual(['dataflow'])
  expect(completions(output, 'diagram', '--format', 'd')).toEqual(['drawio', 'd2', 'dot'])
  expect(completions(output, 'accounts', '--format', '')).toEqual(['text', 'json', 'markdown'])
  expect(completions(output, 'completion', 'f')).toEqual(['fish'])
  expect(completions(output, 'accounts', '--region')).toEqual([''])
  expect(completions(output, 'accounts', '--key-file', '/etc/host')).toContain('/etc/hosts')
})

test.each([
  ['bash', '-n'],
  ['zsh', '-n'],
  ['fish', '--no-execute'],
])('%s parses its completion', async (shell, option) => {
  const { output } = await runCli(['completion', shell])
  const file = join(await temporaryFolder(), 'completion')
  await writeFile(file, output)
  const { error, status, stderr } = spawnSync(shell, [option, file], { encoding: 'utf8' })
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  expect(isMissing || [status, stderr]).toEqual(isMissing || [0, ''])
  expect(output).toContain('impact')
})
