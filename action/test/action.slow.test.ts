/** Tests the bundle of the action with a real service, an account that changes, and the API of GitHub. */
import { mkdtemp, readFile, readdir, stat } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { changingAlias, changingRegion, startChangingAccount } from '../../cli/test/changing-account.ts'
import { ForgeServer, gitHubError, otherUser } from '../../cli/test/forge-server.ts'
import { runCli } from '../../cli/test/run-cli.ts'
import { latestVersion } from '../../contract/versions.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { coreServices, type RunningTestService } from '../../test/support/running-service.ts'
import { pullRequestEvent, readMetadata, runAsRunner } from './run-as-runner.ts'
import type { ActionRun, Workflow } from './run-as-runner.ts'

const gate = 'exposure-opened,removed:AWS::RDS::*,coverage<95%'

let running: RunningTestService
let forge: ForgeServer
/** The same account and gate: before anything, with nothing changed, and with a change. */
let runs: readonly [first: ActionRun, unchanged: ActionRun, changed: ActionRun]
let bodies: readonly (readonly string[])[]
/** The scans around the change. */
let [before, after] = ['', '']

beforeAll(async () => {
  forge = await ForgeServer.start()
  const account = await startChangingAccount(coreServices)
  ;({ running } = account)
  const collected: string[][] = []
  const scan = async () => {
    const result = await run({ 'fail-on': gate })
    collected.push(forge.comments.map(({ body }) => body))
    return result
  }
  const [first, unchanged] = [await scan(), await scan()]
  account.open()
  account.removeDatabase()
  runs = [first, unchanged, await scan()]
  bodies = collected
  ;[before, after] = [runs[1], runs[2]].map(({ outputs }) => outputs['scan-ids'] ?? '') as [string, string]
})

afterAll(async () => {
  await running.close()
  await forge.close()
})

beforeEach(() => {
  forge.comments.splice(0)
  forge.requests.splice(0)
  forge.files.clear()
  forge.fault = () => null
})

function run(inputs: Readonly<Record<string, string>> = {}, workflow: Partial<Workflow> = {}): Promise<ActionRun> {
  const connection = { url: running.service.baseUrl, 'api-key': running.key, 'retry-for': '0' }
  return runAsRunner({ forgeUrl: forge.url, ...workflow, with: { ...connection, account: changingAlias, ...inputs } })
}

const body = () => forge.comments[0]?.body ?? ''

test('the first run comments what it found, and passes', () => {
  const [first] = runs
  expect(first).toMatchObject({ exitCode: 0, errors: [], outputs: { gate: 'passed', changes: '0', 'exit-code': '0' } })
  expect(bodies[0]).toHaveLength(1)
  expect(bodies[0]?.[0]).toMatch(/^<!-- surveyor [0-9a-f]{16} -->\n## Surveyor\n\n\*\*Gate: passed\*\*\n/)
  expect(bodies[0]?.[0]).toContain('There is no earlier scan of this account and region to compare with.')
})

test('a run without changes updates the comment, and creates none', async () => {
  expect(runs[1]).toMatchObject({ exitCode: 0, outputs: { gate: 'passed', changes: '0' } })
  expect(bodies[1]).toHaveLength(1)
  expect(bodies[1]?.[0]).toMatch(/\nNo changes since \d{4}-/)
  const silent = await run({ compare: after })
  expect(silent).toMatchObject({ exitCode: 0, outputs: { changes: '0', 'comment-url': '' } })
  expect(forge.comments).toEqual([])
})

test('a change is ranked, drawn, and judged in the same comment', () => {
  const changed = runs[2]
  expect(changed.exitCode).toBe(1)
  expect(changed.outputs).toMatchObject({
    gate: 'failed',
    'exit-code': '1',
    'comment-url': expect.stringContaining('#issuecomment-1001'),
  })
  expect(bodies[2]).toHaveLength(1)
  const text = bodies[2]?.[0] ?? ''
  expect(text).toContain('**Gate: failed**')
  expect(text).toMatch(/\| ! \| storefront-public: exposure opened: tcp 443 from the internet .*\| exposure \|\n/)
  expect(text.indexOf('| exposure |')).toBeLessThan(text.indexOf('| data |'))
  expect(text).toMatch(/```mermaid\nflowchart LR\n[^`]*internet[^`]*```/)
  expect(text).toMatch(/\| ❌&nbsp;failed \| removed:AWS::RDS::\\\* \| AWS::RDS::DBInstance /)
  expect(text).toContain(`](${running.service.baseUrl}/scans/${changed.outputs['scan-ids']}/changes)`)
  expect(changed.errors).toEqual([
    expect.stringMatching(/^Gate failed: exposure-opened: .*tcp 8080 from internet/),
    expect.stringMatching(/^Gate failed: removed:AWS::RDS::\*: AWS::RDS::DBInstance /),
  ])
  expect(changed.log).not.toContain(`\n${running.key}`)
})

test('the outputs are those that action.yml declares, and name complete files', async () => {
  const { outputs, summary } = runs[2]
  const { outputs: declared, inputs, runs: started } = await readMetadata()
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(declared).toSorted())
  expect(started).toEqual({ using: 'node24', main: 'dist/index.mjs' })
  const source = await readFile(resolve(import.meta.dirname, '../src/inputs.ts'), 'utf8')
  for (const name of Object.keys(inputs)) expect([name, source.includes(`'${name}'`)]).toEqual([name, true])

  const { folder = '', sarif = '', junit = '', json = '', markdown = '', html = '' } = outputs
  const files = [html, json, markdown, sarif, junit].map((path) => basename(path))
  await expect(readdir(folder)).resolves.toEqual(files.toSorted())
  expect(basename(html)).toBe(`map-${changingRegion}.html`)
  expect((await stat(html)).size).toBeGreaterThan(50_000)
  await expect(readFile(markdown, 'utf8')).resolves.toBe(summary)
  await expect(readFile(junit, 'utf8')).resolves.toContain('failures="2"')
  const results = JSON.parse(await readFile(sarif, 'utf8')) as { runs: [{ results: { ruleId: string }[] }] }
  expect(results.runs[0].results.filter(({ ruleId }) => ruleId === 'gate')).toHaveLength(2)
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ gate: { failed: true } })
})

test('names in AWS are no commands for the runner', () => {
  const [, token = '', report] = /^::stop-commands::(\S+)\n([^]*?)\n::\1::$/m.exec(runs[2].log) ?? []
  expect(token).toMatch(/^[0-9a-f-]{36}$/)
  expect(report).toContain('Coverage  ')
  expect(runs[2].log).toContain(`::add-mask::${running.key}\n`)
})

test('a baseline file makes the first run green, and the comment counts what it accepts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-action-'))
  const file = join(folder, 'surveyor-baseline.json')
  const conditions = `${gate},exposed`
  const environment = { SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: running.key }
  const compare = ['compare', after, '--base', before, '--fail-on', conditions, '--quiet']
  await expect(runCli(compare, { environment })).resolves.toMatchObject({ exitCode: 1 })
  const accepting = await runCli([...compare, '--baseline-file', file, '--accept'], { environment })
  expect(accepting).toMatchObject({ exitCode: 0, output: expect.stringContaining('1 accepted by the baseline file') })

  const inputs = { compare: before, 'fail-on': conditions, 'baseline-file': 'surveyor-baseline.json' }
  await expect(run({ ...inputs, 'baseline-file': '' })).resolves.toMatchObject({ exitCode: 1 })
  const content = await readFile(file, 'utf8')
  const green = await run(inputs, { files: { 'surveyor-baseline.json': content } })
  expect(green).toMatchObject({ exitCode: 0, errors: [], outputs: { gate: 'passed' } })
  expect(body()).toMatch(/\| ✅&nbsp;passed \| removed:AWS::RDS::\\\* \| 1 accepted \|/)
  expect(body()).not.toContain('without a match')

  const stale = await run({ ...inputs, compare: after }, { files: { 'surveyor-baseline.json': content } })
  expect(stale).toMatchObject({
    exitCode: 0,
    summary: expect.stringContaining('entries of surveyor-baseline.json without a match'),
  })
  const missing = await run(inputs)
  expect(missing).toMatchObject({
    exitCode: 2,
    errors: [expect.stringMatching(/^There is no baseline file surveyor-baseline\.json\./)],
  })
})

test('a picture is stored on the branch of the team, and linked by its commit', async () => {
  const inputs = { compare: before, 'picture-branch': 'surveyor-diagrams' }
  let conflicts = 1
  forge.fault = ({ method }) =>
    method === 'PUT' && conflicts-- > 0 ? gitHubError(409, 'is at c0ffee but expected') : null
  const result = await run(inputs)
  expect(result).toMatchObject({ exitCode: 0, errors: [] })
  const path = `surveyor/${result.outputs['scan-ids']}.svg`
  expect(forge.files.get(path)?.toString()).toMatch(/^<svg/)
  expect(body()).toContain(`![Diagram](${forge.url}/acme/shop/raw/${'1'.padStart(40, 'c')}/${path})`)

  // The file is there, because an earlier attempt took effect.
  let lost = 1
  forge.fault = ({ method }) =>
    method === 'PUT' && lost-- > 0 ? { ...gitHubError(409, 'Conflict'), isDone: true } : null
  await run(inputs)
  expect(body()).toContain(`/raw/${'2'.padStart(40, 'c')}/`)

  forge.files.clear()
  await run({ ...inputs, compare: after })
  expect([...forge.files]).toEqual([])
})

test('a branch that cannot have pictures', async () => {
  const none = await run({ 'picture-branch': 'none' })
  expect(none).toMatchObject({ exitCode: 2, errors: ['acme/shop has no branch "none" for pictures. Create it first.'] })
  for (const branch of ['main', 'change']) {
    const own = await run({ 'picture-branch': branch })
    expect(own.errors).toEqual([`The picture branch must be a separate branch. "${branch}" has your code.`])
  }
  forge.fault = ({ method }) => (method === 'PUT' ? gitHubError(403, 'Resource not accessible by integration') : null)
  const refused = await run({ compare: before, 'picture-branch': 'surveyor-diagrams' })
  expect(refused).toMatchObject({
    exitCode: 4,
    errors: [
      expect.stringMatching(/^The picture couldn't be stored on the branch "surveyor-diagrams": .*contents: write"\.$/),
    ],
  })
  expect(body()).toContain('```mermaid')
  expect(body()).not.toContain('![Diagram]')
})

test('without permission to comment, the error names it, and everything else is there', async () => {
  forge.fault = ({ method }) => (method === 'POST' ? gitHubError(403, 'Resource not accessible by integration') : null)
  const result = await run({ compare: before })
  expect(result.errors).toEqual([expect.stringMatching(/^The comment on pull request 7 .* pull-requests: write\)\.$/)])
  expect(result).toMatchObject({ exitCode: 4, outputs: { 'exit-code': '4', 'comment-url': '', gate: 'none' } })
  expect(result.summary).toContain('```mermaid')
  await expect(readdir(result.outputs['folder'] ?? '')).resolves.toHaveLength(5)
  // The gate counts more.
  const failing = await run({ compare: before, 'fail-on': 'removed' })
  expect(failing.exitCode).toBe(1)
  expect(failing.errors).toHaveLength(2)
})

test('the comment belongs to an account and its regions, whatever other users comment', async () => {
  forge.add('Looks good', otherUser)
  const inputs = { compare: before }
  await run(inputs)
  await run({ ...inputs, account: running.connectionId })
  expect(forge.comments).toHaveLength(2)
  await run({ ...inputs, region: 'us-east-1, eu-west-1', compare: 'previous' })
  expect(forge.comments).toHaveLength(3)
})

test('a workflow without a pull request has no comment, unless one is named', async () => {
  const push = { event: { ref: 'refs/heads/main', repository: { default_branch: 'main' } } }
  const pushed = await run({ compare: before }, push)
  expect(pushed).toMatchObject({
    exitCode: 0,
    log: expect.stringContaining('::notice title=Surveyor::There is no comment,'),
  })
  await run({ compare: before, comment: 'false' })
  await run({ compare: before }, { event: { issue: { number: 7 } } })
  expect(forge.requests).toEqual([])
  await run({ compare: before, 'pull-request': '7' }, push)
  await run({ compare: before }, { event: { issue: { number: 7, pull_request: {} } } })
  expect(forge.comments).toHaveLength(1)
})

test('a plan is judged before it is applied, in a comment of its own', async () => {
  const resources = await running.resources(after)
  const { id, name } = resources.find(({ type }) => type === 'AWS::EC2::NatGateway') ?? { id: '', name: '' }
  const change = { actions: ['delete'], before: { id }, after: null }
  const gateway = { address: 'aws_nat_gateway.a', mode: 'managed', type: 'aws_nat_gateway', name: 'a' }
  const provider_name = 'registry.terraform.io/hashicorp/aws'
  const plan = JSON.stringify({ format_version: '1.2', resource_changes: [{ ...gateway, provider_name, change }] })
  const inputs = { plan: 'plan.json', 'fail-on': 'breaks,removed:AWS::RDS::*' }
  const result = await run(inputs, { files: { 'plan.json': plan } })
  expect(result).toMatchObject({ exitCode: 1, outputs: { gate: 'failed', changes: expect.not.stringMatching(/^0$/) } })
  expect(body()).toMatch(/^<!-- surveyor [0-9a-f]{16} -->\n## Surveyor: plan\n/)
  expect(body()).toContain(`NAT gateway ${name} will be deleted`)
  expect(body()).toContain('**Breaks**')
  expect(body()).toContain(`](${running.service.baseUrl}/scans/${result.outputs['scan-ids']})`)
  await expect(readdir(result.outputs['folder'] ?? '')).resolves.toContain(`map-${changingRegion}.html`)
  await run({ compare: before })
  expect(forge.comments).toHaveLength(2)
  expect(await run({ plan: 'none.json' })).toMatchObject({
    exitCode: 2,
    errors: [expect.stringContaining('none.json')],
  })
})

async function readingKey(): Promise<string> {
  const { key, hash } = generateApiKey()
  await running.service.store.tenant(running.organizationId, ({ apiKeys }) =>
    apiKeys.insert({ name: 'reading', scopes: ['read'], version: latestVersion, expiresAt: null, hash }),
  )
  return key
}

const fork = {
  ...pullRequestEvent,
  pull_request: { ...pullRequestEvent.pull_request, head: { ref: 'change', repo: { full_name: 'mallory/shop' } } },
}

test.each<[string, () => Promise<ActionRun>, number, RegExp]>([
  ['no account', () => run({ account: '' }), 2, /^The input "account" is missing\.$/],
  ['no key', () => run({ 'api-key': ' ' }), 2, /^The input "api-key" is missing\.$/],
  [
    'a fork',
    () => run({ 'api-key': '' }, { event: fork }),
    2,
    /is missing\. GitHub has no secrets for pull requests from forks/,
  ],
  ['no boolean', () => run({ comment: 'maybe' }), 2, /^The input "comment" must be true or false, not "maybe"\.$/],
  ['no number', () => run({ 'pull-request': 'x' }), 2, /^The input "pull-request" must be a whole number, not "x"\.$/],
  ['no condition', () => run({ 'fail-on': 'anything' }), 2, /^"anything" isn't a condition\./],
  [
    'no base',
    () => run({ compare: 'last week' }),
    2,
    /^There is no baseline "last week" of this account in us-east-1\./,
  ],
  ['an unknown account', () => run({ account: 'none' }), 2, /^No account connection has the alias or ID "none"/],
  ['a key without the scope', async () => run({ 'api-key': await readingKey() }), 4, /write/],
  ['a service that is away', () => run({ url: 'http://127.0.0.1:1' }), 4, /^http:\/\/127\.0\.0\.1:1 can't be reached/],
])('%s: a sentence, the exit code, and nothing half-written', async (_, start, exitCode, message) => {
  const result = await start()
  expect(result.errors).toEqual([expect.stringMatching(message)])
  expect(result).toMatchObject({ exitCode, outputs: { 'exit-code': String(exitCode) }, summary: '' })
  expect(Object.keys(result.outputs)).toEqual(['exit-code'])
  expect(forge.comments).toEqual([])
  await expect(readdir(result.workspace)).resolves.toEqual([])
})

test('a service that goes away while a scan runs', async () => {
  // Forwards until the scan is read.
  const proxy = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming
    if (method === 'GET' && /^\/api\/scans\/[0-9a-f-]{36}$/.test(url)) {
      response.destroy()
      return
    }
    const outgoing = request(`${running.service.baseUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const result = await run({ url })
  expect(result).toMatchObject({
    exitCode: 4,
    errors: [expect.stringMatching(/The scan [0-9a-f-]{36} may continue in the service\.$/)],
    summary: '',
    outputs: { 'exit-code': '4' },
  })
  expect(forge.comments).toEqual([])
})

test('a failed scan fails the job, and the comment has the reason', async () => {
  const result = await run({ region: 'me-central-1' })
  expect(result).toMatchObject({
    exitCode: 3,
    errors: [expect.stringMatching(/^The scan of me-central-1 failed\. The region me-central-1 is not enabled/)],
    outputs: { 'exit-code': '3', html: '' },
  })
  expect(body()).toContain('The scan failed. The region me-central-1 is not enabled')
})

test('a proxy of the runner is used for the service and for GitHub', async () => {
  const tunnels: string[] = []
  const proxy = createServer((incoming, response) => {
    // The form of requests without a tunnel.
    const { method = 'GET', url = '/', headers } = incoming
    tunnels.push(new URL(url).host)
    const outgoing = request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  }).on('connect', ({ url = '' }, client) => {
    tunnels.push(url)
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    for (const end of [client, target]) end.on('error', () => target.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const hosts = [running.service.baseUrl, forge.url].map((url) => new URL(url).host)

  const through = await run({ 'fail-on': 'exposed' }, { environment: { HTTP_PROXY: proxyUrl } })
  expect(through).toMatchObject({ exitCode: 1, outputs: { gate: 'failed', 'exit-code': '1' } })
  expect(new Set(tunnels)).toEqual(new Set(hosts))
  expect(forge.comments).toHaveLength(1)

  tunnels.splice(0)
  const direct = { environment: { http_proxy: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' } }
  expect(await run({}, direct)).toMatchObject({ exitCode: 0 })
  expect(await run({}, { environment: { http_proxy: 'http://127.0.0.1:1' } })).toMatchObject({ exitCode: 4 })
  expect(tunnels).toEqual([])
})
