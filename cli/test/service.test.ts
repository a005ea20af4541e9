/** Tests the commands with a real service and an account that changes between two scans. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestVersion } from '../../contract/versions.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import type { Scope } from '../../src/store/scope.ts'
import type { RunningTestService } from '../../test/support/running-service.ts'
import { changingAlias as alias, changingRegion as region, startChangingAccount } from './changing-account.ts'
import { ForgeServer } from './forge-server.ts'
import { runCli } from './run-cli.ts'
import type { CliRun } from './run-cli.ts'

let running: RunningTestService
let folder: string
/** The runs of `scan` before and after the account changed, and their scans. */
let first: CliRun
let second: CliRun
let [before, after] = ['', '']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-cli-'))
  const account = await startChangingAccount()
  ;({ running } = account)
  const scan = ['scan', '-a', alias, '-r', region]
  first = await surveyor(...scan, '--compare', '7d', '--fail-on', 'exposure-opened,coverage<95%')

  account.open()
  account.removeDatabase()
  const gate = ['--compare', 'previous', '--fail-on', 'exposure-opened,removed:AWS::RDS::*,coverage<95%']
  const files = ['--out', join(folder, 'map-{region}.svg'), '--report', `junit=${join(folder, 'surveyor.xml')}`]
  second = await surveyor(...scan, ...gate, ...files, '--view', 'overview')
  ;[before, after] = [first, second].map(({ output }) => /Scan +(\S+)/.exec(output)?.[1] ?? '') as [string, string]
})

afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

function surveyor(...words: readonly string[]) {
  return withKey(running.key, ...words)
}

function withKey(key: string, ...words: readonly string[]) {
  const environment = { SURVEYOR_URL: running.service.baseUrl, SURVEYOR_API_KEY: key }
  return runCli([...words, '--retry-for', '0', '--quiet'], { environment })
}

async function json<Data>(...words: readonly string[]): Promise<Data> {
  const { exitCode, output, errorOutput } = await surveyor(...words, '--format', 'json')
  expect([exitCode, errorOutput]).toEqual([0, ''])
  return JSON.parse(output) as Data
}

type Scanned = { readonly scans: readonly { readonly scan: { readonly id: string; readonly status: string } }[] }

async function keyWith(...scopes: readonly Scope[]): Promise<string> {
  const { key, hash } = generateApiKey()
  await running.service.store.tenant(running.organizationId, ({ apiKeys }) =>
    apiKeys.insert({ name: scopes.join(), scopes, version: latestVersion, expiresAt: null, hash }),
  )
  return key
}

test('accounts lists the connections', async () => {
  const { output } = await surveyor('accounts')
  expect(output).toMatch(
    new RegExp(`^ALIAS +ACCOUNT ID +STATUS +ID\n${alias} +\\d{12} +connected +${running.connectionId}\n$`),
  )
})

test('the first scan has nothing to compare with: conditions of changes are skipped, others count', async () => {
  expect(first).toMatchObject({ exitCode: 0, errorOutput: '' })
  expect(first.output).toContain('There is no completed scan of this account in us-east-1 to compare with (base "7d").')
  expect(first.output).toContain('Gate      skipped  exposure-opened\n            passed  coverage<95%\n')
  expect(await surveyor('compare', before)).toMatchObject({
    exitCode: 2,
    errorOutput: `surveyor: There is no completed scan of this account in ${region} to compare with (base "previous").\n`,
  })
})

test('a second scan fails exactly the conditions that the change meets', async () => {
  const { exitCode, output } = second
  expect(exitCode).toBe(1)
  expect(output).toContain('! ')
  expect(output).toMatch(/Gate +failed {2}exposure-opened\n +storefront-public: .+\n +web-1: tcp 8080 .+\n +web-2: /)
  expect(output).toContain('! 6 × EC2 instance (web-1 … web-6): exposure opened: tcp 8080 from the internet')
  expect(output).toContain('  web-1, web-2, web-3, web-4, web-5, web-6\n')
  expect(output).toMatch(/ failed {2}removed:AWS::RDS::\*\n +AWS::RDS::DBInstance /)
  expect(output).toContain(' passed  coverage<95%\n')
  await expect(readFile(join(folder, `map-${region}.svg`), 'utf8')).resolves.toMatch(/^<svg[^]*<\/svg>\s*$/)
  await expect(readFile(join(folder, 'surveyor.xml'), 'utf8')).resolves.toContain('failures="2"')
  await expect(readdir(folder)).resolves.toEqual([`map-${region}.svg`, 'surveyor.xml'])
})

test.each([
  ['exposure-opened:AWS::ElasticLoadBalancingV2::*', 1],
  ['exposure-opened:AWS::Lambda::*', 0],
  ['removed:AWS::RDS::DBInstance', 1],
  ['removed:AWS::EC2::*', 0],
  ['changed:AWS::EC2::SecurityGroup', 1],
  ['added', 0],
  ['unknown', 0],
  ['unread', 0],
  ['coverage<100%', 0],
])('compare --fail-on %s ends with exit code %i', async (conditions, exitCode) => {
  expect(await surveyor('compare', after, '--fail-on', conditions)).toMatchObject({ exitCode, errorOutput: '' })
})

test('compare takes a base by ID, and finds the last scan of an account by itself', async () => {
  const named = await surveyor('compare', after, '--base', before)
  expect(named).toMatchObject({ exitCode: 0, output: expect.stringContaining('tcp 443') })
  expect(await surveyor('compare', '-a', alias, '-r', region)).toEqual(named)
  const same = await surveyor('compare', after, '--base', after)
  expect(same.output).toContain('Changes   none since')
})

test('exposed fails for everything that is open, and needs no earlier scan', async () => {
  const result = await surveyor(
    'compare',
    after,
    '--fail-on',
    'exposed:AWS::ElasticLoadBalancingV2::*,exposed:AWS::RDS::*',
  )
  expect(result.exitCode).toBe(1)
  expect(result.output).toMatch(
    /failed {2}exposed:AWS::ElasticLoadBalancingV2::\*\n +storefront-public: tcp 443 from internet/,
  )
  expect(result.output).toContain(' passed  exposed:AWS::RDS::*\n')
})

test('a baseline file accepts findings, is written as a whole, and lists entries without a match', async () => {
  const file = join(folder, 'baseline.json')
  const gate = ['--fail-on', 'removed,exposure-opened', '--baseline-file', file]
  const accepted = await surveyor('compare', after, ...gate, '--accept')
  expect(accepted).toMatchObject({ exitCode: 0, output: expect.stringContaining('  1 accepted by the baseline file') })
  expect(await surveyor('compare', after, ...gate)).toMatchObject({ exitCode: 0 })
  const stale = await surveyor('compare', after, '--base', after, ...gate)
  expect(stale.exitCode).toBe(0)
  expect(stale.output).toMatch(
    /Baseline {2}\d entries of .*baseline\.json without a match:\n +(?:exposure-opened|removed) AWS::/,
  )
  const first = ['scan', '-a', alias, '-r', 'eu-west-3', '--fail-on', 'exposed,removed', '--baseline-file', file]
  expect(await surveyor(...first, '--accept')).toMatchObject({ exitCode: 0, errorOutput: '' })
  // The other region is still there.
  expect(await surveyor('compare', after, ...gate)).toMatchObject({ exitCode: 0 })
  const missing = await surveyor('compare', after, '--fail-on', 'removed', '--baseline-file', join(folder, 'none.json'))
  expect(missing).toMatchObject({
    exitCode: 2,
    errorOutput: expect.stringMatching(/^surveyor: There is no baseline file /),
  })
  await rm(file)
})

test('scan --comment keeps a comment, and a failed gate counts more than a failed comment', async () => {
  const forge = await ForgeServer.start()
  try {
    const environment = {
      SURVEYOR_URL: running.service.baseUrl,
      SURVEYOR_API_KEY: running.key,
      SURVEYOR_COMMENT_TOKEN: 'forge-token',
    }
    const scan = ['scan', '-a', alias, '--compare', before, '--retry-for', '0']
    const commented = await runCli([...scan, '--comment', forge.pullRequestUrl], { environment })
    expect(commented).toMatchObject({
      exitCode: 0,
      errorOutput: expect.stringMatching(/\nComment: http.*#issuecomment-1001\n$/),
    })
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining('```mermaid') }])
    forge.comments.splice(0)
    const silent = await runCli(['scan', '-a', alias, '--retry-for', '0', '--comment', forge.mergeRequestUrl], {
      environment,
    })
    expect(silent).toMatchObject({
      exitCode: 0,
      errorOutput: expect.stringMatching(/\nNothing changed, so there is no comment\.\n$/),
    })
    expect(forge.comments).toEqual([])

    const unknown = [...scan, '--comment', `${forge.url}/acme/none/pull/7`]
    expect(await runCli(unknown, { environment })).toMatchObject({
      exitCode: 4,
      output: expect.stringContaining('Changes'),
      errorOutput: expect.stringContaining(
        "surveyor: The comment on pull request 7 of acme/none couldn't be posted: Not Found",
      ),
    })
    expect(await runCli([...unknown, '--fail-on', 'removed'], { environment })).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringContaining('Not Found'),
    })
  } finally {
    await forge.close()
  }
})

test('a scan compares with a baseline', async () => {
  const baseline = `/api/accounts/${running.connectionId}/baselines/release`
  const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ scanId: before })
  const set = await fetch(`${running.service.baseUrl}${baseline}`, { method: 'PUT', headers, body })
  expect(set.status).toBe(200)
  const result = await surveyor('scan', '-a', alias, '-r', region, '--compare', 'release')
  expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining('RDS DB instance catalog was removed') })
})

test('a type that the role may not read is a gap: it fails unread, unknown, and coverage, never removed', async () => {
  running.cloud.setFaults({ rules: [{ service: 'rds', effect: 'deny' }] })
  try {
    const result = await surveyor('scan', '-a', alias, '--fail-on', 'removed,unread:AWS::RDS::*,unknown,coverage<100%')
    expect(result.exitCode).toBe(1)
    const states = [...result.output.matchAll(/(passed|failed) {2}(\S+)/g)].map(([, state, text]) => [text, state])
    expect(states).toEqual([
      ['removed', 'passed'],
      ['unread:AWS::RDS::*', 'failed'],
      ['unknown', 'failed'],
      ['coverage<100%', 'failed'],
    ])
  } finally {
    running.cloud.setFaults({})
  }
})

test('several regions are scanned at once, without --wait in the background, and a repeated job gets the same scans', async () => {
  const scan = ['scan', '-a', running.connectionId, '-r', 'eu-west-1,eu-west-2,eu-west-1', '--idempotency-key', 'job-7']
  const queued = await json<Scanned>(...scan)
  expect(queued.scans).toMatchObject([
    { scan: { region: 'eu-west-1' }, coverage: null },
    { scan: { region: 'eu-west-2' }, coverage: null },
  ])
  const waited = await json<Scanned>(...scan, '--wait')
  const ids = queued.scans.map(({ scan }) => scan.id)
  expect(waited.scans).toMatchObject(ids.map((id) => ({ scan: { id, status: 'completed' }, coverage: { gaps: [] } })))
  const elsewhere = {
    exitCode: 2,
    errorOutput: `surveyor: The base "${ids[0]}" must be a scan of the same account and region.\n`,
  }
  expect(await surveyor('compare', after, '--base', ids[0] ?? '')).toMatchObject(elsewhere)
  expect(await surveyor('scan', '-a', alias, '-r', region, '--compare', ids[0] ?? '')).toMatchObject(elsewhere)
})

test('a region that is not enabled fails the scan with what to do', async () => {
  const result = await surveyor('scan', '-a', alias, '-r', 'me-central-1', '--wait')
  expect(result.exitCode).toBe(3)
  expect(result.output).toContain('Error     The region me-central-1 is not enabled in account ')
  // `--region all` recognizes such a scan by this.
  const coverage = await running.coverage(/Scan +(\S+)/.exec(result.output)?.[1] ?? '')
  expect(new Set(coverage.map(({ status }) => status))).toEqual(new Set(['unavailable', 'collected']))
})

test('resources, exposure, reach, and impact of a scan', async () => {
  const resources = await json<{ id: string }[]>('resources', after, '--type', 'AWS::EC2::VPC')
  const vpc = resources[0]?.id ?? ''
  expect((await surveyor('resources', after, '--search', vpc)).output).toMatch(/^TYPE +ID +NAME\n/)
  const all = await json<unknown[]>('resources', '-a', alias, '-r', region)
  expect(all.length).toBeGreaterThan(90)
  const exposures = await json<unknown[]>('exposure', after, '--port', '443')
  expect(exposures).toMatchObject([{ verdict: 'open', from: 'internet' }])
  expect((await surveyor('exposure', before, '--port', '443')).output).toBe('No exposures match.\n')
  const impact = await surveyor('impact', after, '--of', vpc, '--format', 'markdown')
  expect(impact.output).toMatch(/^\d+ resources depend on vpc-[^]*\| breaks \|/)
  const [instance] = await json<{ id: string }[]>('resources', after, '--type', 'AWS::EC2::Instance')
  const reach = ['reach', after, '--from', 'internet', '--to', instance?.id ?? '', '--port', '22']
  expect(await surveyor(...reach, '--expect', 'blocked')).toMatchObject({ exitCode: 0, errorOutput: '' })
  expect(await surveyor(...reach, '--expect', 'reachable')).toMatchObject({
    exitCode: 1,
    errorOutput: 'surveyor: Expected reachable, but the connection is blocked.\n',
  })
  expect((await surveyor(...reach)).output).toMatch(/^internet to i-\S+, tcp 22: blocked\n\nSTEP/)
})

test.each([
  ['yesterday', /^surveyor: There is no baseline "yesterday" of this account in us-east-1\. A base is previous,/],
  ['12', /^surveyor: There is no baseline "12" of/],
  ['2026-02-30', /^surveyor: The base "2026-02-30" must be a day of the calendar\.\n$/],
  ['no/name', /^surveyor: There is no baseline "no\/name"/],
  ['00000000-0000-0000-0000-000000000001', /^surveyor: There is no scan 00000000-/],
])('the base %s is rejected before a scan is created', async (base, message) => {
  const scans = await json<unknown[]>('scans', '-a', alias, '--limit', '1')
  const result = await surveyor('scan', '-a', alias, '-r', region, '--compare', base)
  expect(result).toMatchObject({ exitCode: 2, output: '', errorOutput: expect.stringMatching(message) })
  await expect(json('scans', '-a', alias, '--limit', '1')).resolves.toEqual(scans)
})

test('scans lists the newest first, by account, region, and number', async () => {
  const scans = await json<{ id: string }[]>('scans', '-a', alias, '-r', region)
  const ids = scans.map(({ id }) => id)
  expect(ids.slice(-2)).toEqual([after, before])
  expect(ids.toSorted().toReversed()).toEqual(ids)
  await expect(json('scans', '--limit', '2')).resolves.toHaveLength(2)
  await expect(json('scans', '--status', 'failed')).resolves.toMatchObject([{ region: 'me-central-1' }])
})

test('diagrams of a comparison show what changed', async () => {
  expect(await readFile(join(folder, `map-${region}.svg`), 'utf8')).toContain('>Changes: Overview<')
  const out = join(folder, 'changes.json')
  expect(await surveyor('diagram', after, '--compare', 'previous', '--out', out)).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
    comparison: expect.stringMatching(/^− 1 removed, ~ /),
  })
  await rm(out)
  expect(await surveyor('diagram', before, '--compare', 'previous', '--out', out)).toMatchObject({
    exitCode: 2,
    errorOutput: 'surveyor: An earlier completed scan does not exist.\n',
  })
  expect(await surveyor('diagram', after, '--compare', '2026-02-30', '--out', out)).toMatchObject({
    exitCode: 2,
    errorOutput: 'surveyor: The base "2026-02-30" must be a day of the calendar.\n',
  })
  expect(await surveyor('diagram', after, '--compare', 'previous', '--tags', '(', '--out', out)).toMatchObject({
    exitCode: 2,
    errorOutput: expect.not.stringContaining('The base') as string,
  })
  expect(await readdir(folder)).not.toContain('changes.json')
})

test('diagram writes each format into a file or to standard output', async () => {
  for (const [name, start] of [
    ['a.mmd', '%%{init'],
    ['a.dot', 'digraph'],
    ['a.json', '{'],
    ['a.png', '\u0089PNG'],
    ['a.pdf', '%PDF'],
  ] as const) {
    const path = join(folder, name)
    expect(await surveyor('diagram', after, '--out', path)).toEqual({ exitCode: 0, output: '', errorOutput: '' })
    expect((await readFile(path, 'latin1')).slice(0, start.length)).toBe(start)
  }
  const options = ['--view', 'network', '--theme', 'dark', '--format', 'mermaid']
  expect((await surveyor('diagram', after, '--out', '-', ...options)).output).toContain('accTitle: Network')
  expect((await surveyor('diagram', after, '--out', '-')).output).toMatch(/^<svg/)
})

test.each<[name: string, words: () => readonly string[], exitCode: number, message: RegExp]>([
  [
    'a base that does not exist',
    () => ['compare', after, '--base', running.connectionId],
    2,
    /^There is no scan \S+ to compare with\.$/,
  ],
  [
    'a base before all scans',
    () => ['compare', after, '--base', '2020-01-01'],
    2,
    /^There is no completed scan of this account in us-east-1/,
  ],
  [
    'a baseline that does not exist',
    () => ['compare', after, '--base', 'yesterday'],
    2,
    /^There is no baseline "yesterday" of this account in us-east-1\. A base is previous,/,
  ],
  [
    'a base of no form',
    () => ['compare', after, '--base', 'no/name'],
    2,
    /^"no\/name" isn't a base\. A base is previous,/,
  ],
  [
    'a day that is not in the calendar',
    () => ['compare', after, '--base', '2026-02-30'],
    2,
    /^The base "2026-02-30" must be a day of the calendar\.$/,
  ],
  ['a scan that does not exist', () => ['exposure', running.connectionId], 2, /^There is no scan /],
  ['a scan ID of no form', () => ['exposure', 'latest'], 2, /^"latest" isn't a scan ID\./],
  ['a scan and an account', () => ['exposure', after, '-a', alias], 2, /^Name either a scan ID, or/],
  ['no scan', () => ['exposure'], 2, /^Name a scan ID, or --account/],
  [
    'a region without scans',
    () => ['exposure', '-a', alias, '-r', 'sa-east-1'],
    2,
    /has no completed scan of sa-east-1\.$/,
  ],
  ['a connection that does not exist', () => ['scan', '-a', after], 2, /^No account connection has the ID /],
  [
    'a region that does not exist',
    () => ['scan', '-a', alias, '-r', 'mars-1'],
    2,
    /^The region "mars-1" is not a known region\.$/,
  ],
  [
    'a region of another partition',
    () => ['scan', '-a', alias, '-r', 'cn-north-1'],
    2,
    /^The region "cn-north-1" belongs to another partition/,
  ],
  ['a resource that does not exist', () => ['impact', after, '--of', 'i-none'], 2, /^The resource does not exist\.$/],
  [
    'a focus that does not exist',
    () => ['diagram', after, '--out', join(folder, 'none.svg'), '--focus', 'i-none'],
    2,
    /No resource matches the focus/,
  ],
])('%s', async (_, words, exitCode, message) => {
  const result = await surveyor(...words())
  expect(result).toMatchObject({ exitCode, output: '' })
  expect(/^surveyor: ([^\n]+)\n$/.exec(result.errorOutput)?.[1]).toMatch(message)
  await expect(readdir(folder)).resolves.not.toContain('none.svg')
})

test('a key without the scope, and a key that is not valid', async () => {
  const [reading, writing] = [await keyWith('read'), await keyWith('write')]
  const scan = ['scan', '-a', running.connectionId]
  expect(await withKey(reading, ...scan)).toMatchObject({ exitCode: 4, errorOutput: expect.stringContaining('write') })
  expect(await withKey(writing, ...scan)).toMatchObject({ exitCode: 4, errorOutput: expect.stringContaining('read') })
  expect(await withKey('svy_live_none', 'accounts')).toMatchObject({
    exitCode: 4,
    errorOutput: expect.stringContaining('key'),
  })
})
