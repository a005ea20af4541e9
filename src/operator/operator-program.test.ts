import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import { parseApiKey } from '../keys/api-key.ts'
import { parseFaults } from '../simulated/faults.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import { serviceNames } from '../simulated/service-catalogue.ts'
import { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { loadWorld } from '../simulated/world-catalogue.ts'
import type { Store } from '../store/store.ts'
import type { OperatorContext } from './operator-context.ts'
import { addOperatorCommands, operatorProgram, runProgram } from './operator-program.ts'

const principalArn = 'arn:aws:iam::111122223333:role/surveyor'
const accountNumber = '444455556666'
let cloud: SimulatedCloud
let settings: CloudSettings
let store: Store
let roleArn: string

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'three-tier' })
  settings = testCloudSettings(cloud)
  const testStore = await createTestStore()
  store = testStore.store
  return async () => {
    settings.requestHandler.close()
    await testStore.close()
    await cloud.close()
  }
})

beforeEach(() => {
  cloud.setFaults({})
  // A role that nothing else has: what one test sets, no other sees.
  roleArn = `arn:aws:iam::${accountNumber}:role/Scan-${randomUUID()}`
})

type Run = { readonly exitCode: number; readonly output: string; readonly errorOutput: string }

async function surveyor(words: readonly string[], overrides: Partial<OperatorContext> = {}): Promise<Run> {
  let output = ''
  let errorOutput = ''
  const out = { write: (text: string) => void (output += text) }
  const program = operatorProgram(out)
  addOperatorCommands(program, {
    withStore: (work) => work(store),
    cloud: () => settings,
    principalArn: () => null,
    permissions: ['ec2:DescribeVpcs', 's3:ListAllMyBuckets'],
    types: [],
    startSimulatedCloud: async ({ world, faults = {}, ...options }) =>
      startSimulatedCloud({ ...options, world: await loadWorld(world), faults: parseFaults(faults, serviceNames) }),
    output: out,
    stopSignal: new AbortController().signal,
    ...overrides,
  })
  const exitCode = await runProgram(program, words, { write: (text) => void (errorOutput += text) })
  return { exitCode, output, errorOutput }
}

/** Runs a command that succeeds, with `--json`; its answer is one line. */
async function answered(words: readonly string[], overrides: Partial<OperatorContext> = {}) {
  const run = await surveyor([...words, '--json'], overrides)
  expect(run).toMatchObject({ exitCode: 0, errorOutput: '', output: expect.stringMatching(/^[^\n]+\n$/) })
  return JSON.parse(run.output) as Record<string, unknown> & { id: string }
}

/** Runs a command that fails before it answers, both ways. */
async function refused(words: readonly string[], overrides: Partial<OperatorContext> = {}) {
  const text = await surveyor(words, overrides)
  expect(text).toMatchObject({ output: '', errorOutput: expect.stringMatching(/^surveyor: [^\n]+\n$/) })
  const json = await surveyor([...words, '--json'], overrides)
  expect(json).toMatchObject({ output: '', exitCode: text.exitCode })
  const { error } = JSON.parse(json.errorOutput) as { error: { code: string; message: string } }
  return { exitCode: text.exitCode, ...error }
}

async function organization(): Promise<string> {
  const name = `Organization ${randomUUID().slice(0, 8)}`
  await answered(['org', 'create', name])
  return name
}

async function connection(org: string): Promise<{ id: string; externalId: string }> {
  const words = ['account', 'connect', '--org', org, '--alias', `alias ${randomUUID()}`, '--account-id', accountNumber]
  const { id, externalId } = await answered([...words, '--role-arn', roleArn])
  return { id, externalId: String(externalId) }
}

describe('org', () => {
  test('create answers id and name; list shows it', async () => {
    const name = `Zürich 株式会社 🚀 ${randomUUID()}`
    const created = await answered(['org', 'create', name])
    expect(created).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name })
    expect(await answered(['org', 'list'])).toContainEqual({ ...created, createdAt: expect.any(String) })
  })

  test('a taken name is a conflict', async () => {
    const name = await organization()
    expect(await refused(['org', 'create', name])).toMatchObject({ exitCode: 4, code: 'CONFLICT' })
  })

  test.each(['', '   ', 'x'.repeat(101), 'a\nb', 'a\u0000b', 'a\ud800b', 'a\u202eb', randomUUID()])(
    'the name %j is refused',
    async (name) => {
      expect(await refused(['org', 'create', name])).toMatchObject({ exitCode: 2, code: 'INVALID_ARGUMENT' })
      const names = (await store.organizations.list()).map((organization) => organization.name)
      expect(names).not.toContain(name)
    },
  )

  test('100 characters are allowed, however many code units they take', async () => {
    const name = '🚀'.repeat(64) + randomUUID()
    expect(await answered(['org', 'create', name])).toMatchObject({ name })
  })
})

describe('key', () => {
  test('create answers the key once, for an organization by name or by id', async () => {
    const name = await organization()
    const { id } = (await store.organizations.find(name)) ?? { id: '' }
    for (const org of [name, id]) {
      const key = await answered(['key', 'create', '--org', org, '--scopes', 'write,read'])
      expect(key).toEqual({
        id: expect.any(String),
        key: expect.stringMatching(/^svy_live_/),
        name: 'API key',
        scopes: ['read', 'write'],
        expiresAt: null,
      })
      const parsed = parseApiKey(String(key.key))
      expect(await store.findKeyByHash(parsed?.hash ?? new Uint8Array())).toMatchObject({
        id: key.id,
        organizationId: id,
      })
    }
    const listed = await answered(['key', 'list', '--org', name])
    expect(listed).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain('svy_live_')
  })

  test.each([
    ['2999-01-31', '2999-01-31T00:00:00.000Z'],
    ['2999-01-31T12:00:00Z', '2999-01-31T12:00:00.000Z'],
    ['2999-01-31T12:00:00.250+02:00', '2999-01-31T10:00:00.250Z'],
  ])('expires %s is kept as %s', async (text, expiresAt) => {
    const org = await organization()
    const words = ['key', 'create', '--org', org, '--scopes', 'read', '--name', 'pipeline', '--expires', text]
    expect(await answered(words)).toMatchObject({ name: 'pipeline', scopes: ['read'], expiresAt })
  })

  test.each([
    ['--expires', '2020-01-01'],
    ['--expires', '2999-02-30'],
    ['--expires', '2999-13-01'],
    ['--expires', '2999-01-01T25:00:00Z'],
    ['--expires', '2999-01-01T12:00:00'],
    ['--expires', 'tomorrow'],
    ['--expires', ''],
    ['--scopes', 'admin'],
    ['--scopes', 'read,'],
    ['--scopes', ''],
    ['--name', ''],
    ['--name', 'x'.repeat(101)],
  ])('%s %j is refused and makes no key', async (option, text) => {
    const org = await organization()
    const words = ['key', 'create', '--org', org, '--scopes', 'read', option, text]
    expect(await refused(words)).toMatchObject({
      exitCode: 2,
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(option),
    })
    expect(await answered(['key', 'list', '--org', org])).toEqual([])
  })

  test('an unknown organization is not found', async () => {
    for (const org of ['No such organization', randomUUID()]) {
      const words = ['key', 'create', '--org', org, '--scopes', 'read']
      expect(await refused(words)).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
    }
  })

  test('revoke finds the key in whatever organization, and may be repeated', async () => {
    const org = await organization()
    const { id } = await answered(['key', 'create', '--org', org, '--scopes', 'read'])
    const first = await answered(['key', 'revoke', id])
    expect(first).toMatchObject({ id, organization: org, revokedAt: expect.any(String) })
    expect(await answered(['key', 'revoke', id.toUpperCase()])).toEqual(first)
    expect(await refused(['key', 'revoke', randomUUID()])).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
    expect(await refused(['key', 'revoke', 'not-an-id'])).toMatchObject({ exitCode: 2, code: 'INVALID_ARGUMENT' })
  })

  test('revoke in another organization than the key’s is not found and changes nothing', async () => {
    const org = await organization()
    const { id } = await answered(['key', 'create', '--org', org, '--scopes', 'read'])
    const other = await organization()
    expect(await refused(['key', 'revoke', id, '--org', other])).toMatchObject({ code: 'NOT_FOUND' })
    expect(await answered(['key', 'list', '--org', org])).toEqual([expect.objectContaining({ id, revokedAt: null })])
  })
})

describe('account connect', () => {
  test('answers the fields of get-one, the trust policy and a template for the default role', async () => {
    const org = await organization()
    const connected = await answered([
      'account',
      'connect',
      '--org',
      org,
      '--alias',
      'prod',
      '--account-id',
      accountNumber,
    ])
    expect(connected).toMatchObject({
      id: expect.any(String),
      alias: 'prod',
      cloudAccountId: accountNumber,
      status: 'pending',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      roleIdentifier: `arn:aws:iam::${accountNumber}:role/SurveyorScan`,
      externalId: expect.any(String),
      errorMessage: null,
      organization: org,
      openRoleAllowed: false,
    })
    expect(connected.trustPolicy).toMatchObject({
      Statement: [
        {
          Principal: { AWS: cloud.principalArn },
          Condition: { StringEquals: { 'sts:ExternalId': connected.externalId } },
        },
        { Action: 'sts:SetSourceIdentity' },
      ],
    })
    expect(connected.cloudFormation).toMatchObject({ Parameters: { RoleName: { Default: 'SurveyorScan' } } })
    expect(JSON.parse((await surveyor(['account', 'template', connected.id])).output)).toEqual(connected.cloudFormation)
  })

  test('a configured principal is trusted without asking STS', async () => {
    const org = await organization()
    cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
    const words = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
    const connected = await answered(words, { principalArn: () => principalArn })
    expect(connected.trustPolicy).toMatchObject({ Statement: [{ Principal: { AWS: principalArn } }, {}] })
  })

  test('a principal that STS does not tell fails before anything is written', async () => {
    const org = await organization()
    cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
    const words = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
    expect(await refused(words)).toMatchObject({
      exitCode: 1,
      code: 'PRINCIPAL_UNKNOWN',
      message: expect.stringContaining('SURVEYOR_PRINCIPAL_ARN'),
    })
    expect(await answered(['account', 'list', '--org', org])).toEqual([])
  })

  test('people are told the next steps', async () => {
    const org = await organization()
    const { output } = await surveyor([
      'account',
      'connect',
      '--org',
      org,
      '--alias',
      'prod',
      '--account-id',
      accountNumber,
    ])
    expect(output).toMatch(/account template .*aws cloudformation deploy .*sts:ExternalId.*account verify /s)
  })

  test.each([
    [['--account-id', '12345678901'], 'INVALID_ARGUMENT'],
    [['--account-id', '1234567890123'], 'INVALID_ARGUMENT'],
    [['--account-id', '４４４４５５５５６６６６'], 'INVALID_ARGUMENT'],
    [['--alias', ''], 'INVALID_ARGUMENT'],
    [['--alias', 'a\u0007b'], 'INVALID_ARGUMENT'],
    [['--role-arn', 'SurveyorScan'], 'INVALID_ARGUMENT'],
    [['--role-arn', 'arn:aws:iam::999999999999:role/SurveyorScan'], 'INVALID_ARGUMENT'],
    [['--role-arn', `arn:aws-nowhere:iam::${accountNumber}:role/SurveyorScan`], 'INVALID_ARGUMENT'],
    [['--partition', 'aws-nowhere'], 'INVALID_ARGUMENT'],
    [['--partition', 'aws-cn', '--role-arn', `arn:aws:iam::${accountNumber}:role/x`], 'INVALID_ARGUMENT'],
    [['--unknown'], 'USAGE'],
  ])('%j is refused and connects nothing', async (words, code) => {
    const org = await organization()
    const valid = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
    expect(await refused([...valid, ...words])).toMatchObject({ exitCode: 2, code })
    expect(await answered(['account', 'list', '--org', org])).toEqual([])
  })

  test('a missing option is wrong usage that names it', async () => {
    expect(await refused(['account', 'connect', '--org', 'x', '--alias', 'prod'])).toMatchObject({
      exitCode: 2,
      code: 'USAGE',
      message: expect.stringContaining('--account-id'),
    })
  })

  test('a taken alias is a conflict, in the same organization only', async () => {
    const org = await organization()
    const words = ['--alias', 'prod', '--account-id', accountNumber]
    await answered(['account', 'connect', '--org', org, ...words])
    expect(await refused(['account', 'connect', '--org', org, ...words])).toMatchObject({
      exitCode: 4,
      code: 'CONFLICT',
    })
    await answered(['account', 'connect', '--org', await organization(), ...words])
  })
})

describe('account verify', () => {
  test('0: the connection is connected', async () => {
    const org = await organization()
    const { id, externalId } = await connection(org)
    cloud.setRole({ roleArn, externalId })
    expect(await answered(['account', 'verify', id])).toMatchObject({
      id,
      organization: org,
      status: 'connected',
      roleIdentifier: roleArn,
      verification: { outcome: 'verified', message: null },
    })
  })

  test('5: refused, the answer and the error tell why', async () => {
    const { id, externalId } = await connection(await organization())
    cloud.setRole({ roleArn, externalId: null })
    const run = await surveyor(['account', 'verify', id, '--wait', '0', '--json'])
    expect(run.exitCode).toBe(5)
    expect(JSON.parse(run.output)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining(externalId),
    })
    expect(JSON.parse(run.errorOutput)).toMatchObject({ error: { code: 'VERIFICATION_FAILED' } })
  })

  test('0 with --allow-open-role, which the list shows', async () => {
    const org = await organization()
    const { id } = await connection(org)
    cloud.setRole({ roleArn, externalId: null })
    expect(await answered(['account', 'verify', id, '--allow-open-role'])).toMatchObject({ openRoleAllowed: true })
    expect(await answered(['account', 'list', '--org', org])).toEqual([
      expect.objectContaining({ id, organization: org, status: 'connected', openRoleAllowed: true }),
    ])
    expect((await surveyor(['account', 'list'])).output).toContain('connected (open role allowed)')
  })

  test('6: undecided, nothing changed', async () => {
    const { id } = await connection(await organization())
    cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
    const run = await surveyor(['account', 'verify', id, '--wait', '0', '--json'])
    expect(run.exitCode).toBe(6)
    expect(JSON.parse(run.output)).toMatchObject({ status: 'pending', verification: { outcome: 'undecided' } })
    expect(JSON.parse(run.errorOutput)).toMatchObject({ error: { code: 'VERIFICATION_UNDECIDED' } })
  })

  test('130: interrupted while it waits', async () => {
    const { id } = await connection(await organization())
    const stop = new AbortController()
    const run = surveyor(['account', 'verify', id], { stopSignal: stop.signal })
    setTimeout(() => stop.abort(), 200)
    expect(await run).toMatchObject({ exitCode: 130, output: '', errorOutput: 'surveyor: Interrupted.\n' })
  })

  test('another role is taken when it is given, unless it belongs to another account', async () => {
    const { id, externalId } = await connection(await organization())
    const other = `${roleArn.slice(0, 80)}x`
    cloud.setRole({ roleArn: other, externalId })
    expect(await answered(['account', 'verify', id, '--role-arn', other])).toMatchObject({ roleIdentifier: other })
    const foreign = 'arn:aws:iam::999999999999:role/SurveyorScan'
    expect(await refused(['account', 'verify', id, '--role-arn', foreign])).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('an unknown id, and one of another organization than named, is not found', async () => {
    const { id } = await connection(await organization())
    expect(await refused(['account', 'verify', randomUUID()])).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
    expect(await refused(['account', 'verify', id, '--org', await organization()])).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('types', () => {
  test('lists what a scan reads, sorted by type', async () => {
    const vpc = {
      type: 'AWS::EC2::VPC',
      countKey: 'networks',
      scope: 'regional',
      permissions: ['ec2:DescribeVpcs'],
      relations: [],
    }
    const bucket = { ...vpc, type: 'AWS::S3::Bucket', countKey: 'storageBuckets', permissions: ['s3:ListAllMyBuckets'] }
    expect(await answered(['types'], { types: [bucket, vpc] })).toEqual([vpc, bucket])
    expect((await surveyor(['types'], { types: [vpc] })).output).toMatch(
      /TYPE.*\nAWS::EC2::VPC +networks +regional +ec2:Describe/,
    )
  })
})

describe('simulate', () => {
  test('answers with one JSON line, serves until it is stopped, and is gone then', async () => {
    const stop = new AbortController()
    let output = ''
    const lineWritten = Promise.withResolvers<void>()
    const out = {
      write(text: string) {
        output += text
        lineWritten.resolve()
      },
    }
    const run = surveyor(['simulate', '--world', 'empty'], { stopSignal: stop.signal, output: out })
    await lineWritten.promise
    const line = JSON.parse(output) as { endpoint: string; accounts: { roleArn: string }[] }
    expect(line).toEqual({
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      accessKeyId: expect.any(String),
      secretAccessKey: expect.any(String),
      accounts: [{ accountId: expect.stringMatching(/^\d{12}$/), roleArn: expect.any(String) }],
    })
    const body = JSON.stringify({ roleArn: line.accounts[0]?.roleArn, externalId: 'x1' })
    expect((await fetch(`${line.endpoint}/_simulated/roles`, { method: 'PUT', body })).ok).toBe(true)
    stop.abort()
    expect(await run).toMatchObject({ exitCode: 0, errorOutput: '' })
    await expect(fetch(line.endpoint)).rejects.toThrow('fetch failed')
  })

  test.each([
    [['--world', 'nowhere'], /three-tier/],
    [['--world', 'empty', '--port', '65536'], /65535/],
    [['--world', 'empty', '--port', '-1'], /65535/],
    [['--world', 'empty', '--latency-ms', 'slow'], /60000/],
    [['--world', 'empty', '--faults', '/nowhere/faults.json'], /ENOENT/],
  ])('%j is refused', async (words, message) => {
    expect(await refused(['simulate', ...words])).toMatchObject({
      exitCode: 2,
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    })
  })

  test.each([
    ['{', /not JSON/],
    ['{"rules":[{"effect":"explode"}]}', /effect/],
  ])('the faults file %j is refused', async (text, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'surveyor-faults-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'faults.json')
    await writeFile(file, text)
    expect(await refused(['simulate', '--world', 'empty', '--faults', file])).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    })
  })

  test('a taken port is told', async () => {
    const words = ['simulate', '--world', 'empty', '--port', new URL(cloud.endpoint).port]
    expect(await refused(words)).toMatchObject({ exitCode: 1, message: expect.stringContaining('is taken') })
  })
})

describe('help', () => {
  test.each([
    [[]],
    [['org']],
    [['org', 'create']],
    [['key', 'create']],
    [['key', 'list']],
    [['key', 'revoke']],
    [['account', 'connect']],
    [['account', 'verify']],
    [['account', 'template']],
    [['account', 'list']],
    [['types']],
    [['simulate']],
  ])('%j --help documents the exit codes', async (words) => {
    const run = await surveyor([...words, '--help'])
    expect(run).toMatchObject({ exitCode: 0, errorOutput: '' })
    expect(run.output).toMatch(/^Usage: surveyor.*Exit codes:.*130 {2}interrupted/s)
  })

  test.each([[['orgs']], [['org', 'rename']], [['org']], [[]], [['org', 'create', 'a', 'b']]])(
    '%j is wrong usage',
    async (words) => {
      expect(await refused(words)).toMatchObject({ exitCode: 2, code: 'USAGE' })
    },
  )

  test('a failure inside is one line with exit code 1', async () => {
    const unreachable = { withStore: () => Promise.reject(new Error('The database\ncannot be reached.')) }
    expect(await refused(['org', 'list'], unreachable)).toEqual({
      exitCode: 1,
      code: 'FAILED',
      message: 'The database cannot be reached.',
    })
  })
})
