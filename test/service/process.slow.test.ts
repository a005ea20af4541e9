/** Tests the service as a process: starting, stopping, being killed, and restarting on the same data. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Environment,
  runSurveyor,
  startSurveyor,
  type SurveyorProcess,
  temporaryFolder,
} from '../support/surveyor-process.ts'

const listening = /listening on (http:\/\/[\d.:]+)/

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let cloud: SurveyorProcess
let cloudEnvironment: Environment
let account: { accountId: string; roleArn: string }
/** What the first test leaves: a data folder, and the log and the secrets of the service that ran on it. */
let left: { readonly environment: Environment; readonly log: string; readonly key: string; readonly scanId: string }

beforeAll(async () => {
  folder = await temporaryFolder()
  // The first scan is delayed by some seconds, so that it can be interrupted.
  const faults = join(folder.path, 'faults.json')
  await writeFile(faults, '{"rules":[{"operation":"DescribeInstances","effect":"throttle","times":8}]}')
  cloud = startSurveyor(['simulate', '--world', 'three-tier', '--latency-ms', '100', '--faults', faults])
  const [line] = await cloud.waitFor(/^\{.*\}$/m)
  const simulated = JSON.parse(line) as {
    endpoint: string
    accessKeyId: string
    secretAccessKey: string
    accounts: [typeof account]
  }
  account = simulated.accounts[0]
  cloudEnvironment = {
    AWS_ENDPOINT_URL: simulated.endpoint,
    AWS_ACCESS_KEY_ID: simulated.accessKeyId,
    AWS_SECRET_ACCESS_KEY: simulated.secretAccessKey,
  }
})

afterAll(async () => {
  await cloud.stop()
  await folder.remove()
})

function environmentOf(name: string): Environment {
  return { ...cloudEnvironment, DATA_DIR: join(folder.path, name), PORT: '0' }
}

async function command<Value>(environment: Environment, ...words: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await runSurveyor([...words, '--json'], environment)
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  return JSON.parse(stdout) as Value
}

/** Creates a key and a connected account of an organization through operator commands. */
async function connect(environment: Environment) {
  const json = <Value>(...words: string[]) => command<Value>(environment, ...words)
  const { key } = await json<{ key: string }>('key', 'create', '--org', 'Acme', '--scopes', 'read,write')
  const connection = await json<{ id: string; externalId: string; status: string; roleIdentifier: string }>(
    'account',
    'connect',
    '--org=Acme',
    '--alias=prod',
    `--account-id=${account.accountId}`,
    `--role-arn=${account.roleArn}`,
  )
  expect(connection.status).toBe('pending')
  const trusted = await fetch(`${environment.AWS_ENDPOINT_URL}/_simulated/roles`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roleArn: account.roleArn, externalId: connection.externalId }),
  })
  expect(trusted.ok).toBe(true)
  const verified = await json<{ status: string }>('account', 'verify', connection.id)
  expect(verified.status).toBe('connected')
  return { key, connectionId: connection.id }
}

async function api(baseUrl: string, key: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${key}`)
  headers.set('content-type', 'application/json')
  const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
  return (await response.json()) as { data: { id: string; status: string; progress: Record<string, number> | null } }
}

test('a service killed during a scan restarts, takes up the scan again, and completes it', async () => {
  const environment = environmentOf('a folder with spaces')
  // The commands work before the service has ever run.
  await command(environment, 'org', 'create', 'Acme')

  const first = startSurveyor(['start'], environment)
  const [, baseUrl = ''] = await first.waitFor(listening)
  // The commands work while the service runs, and don't stop its database.
  const { key, connectionId } = await connect(environment)
  const created = await api(baseUrl, key, '/api/scans', {
    method: 'POST',
    headers: { prefer: 'respond-async' },
    body: JSON.stringify({ cloudAccountId: connectionId }),
  })
  const scanPath = `/api/scans/${created.data.id}`
  await expect.poll(async () => (await api(baseUrl, key, scanPath)).data.status).toBe('scanning')
  expect(await first.stop('SIGKILL')).toBeNull()

  const second = startSurveyor(['start'], { ...environment, LOG_LEVEL: 'trace' })
  const [, baseUrlAgain = ''] = await second.waitFor(listening)
  await expect
    .poll(async () => (await api(baseUrlAgain, key, scanPath)).data.status, { interval: 250 })
    .toBe('completed')
  expect((await api(baseUrlAgain, key, scanPath)).data.progress).toMatchObject({ networks: 1, computeInstances: 12 })

  const listed = await runSurveyor(['account', 'list', '--json'], environment)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ alias: 'prod', organization: 'Acme', status: 'connected' }])

  const third = await runSurveyor(['start'], environment)
  expect(third.exitCode).toBe(1)
  expect(third.stderr).toMatch(/surveyor: .*already/i)
  expect((await api(baseUrlAgain, key, scanPath)).data.status).toBe('completed')

  expect(await second.stop('SIGTERM')).toBe(0)
  const [log] = await second.waitFor(/[^]*/)
  left = { environment, log, key, scanId: created.data.id }
})

test('secrets are neither in the log nor in files that other users can read', async () => {
  const { environment, log, key, scanId } = left
  expect(log).toContain(scanId)
  const secretFile = join(environment.DATA_DIR ?? '', 'secret.key')
  expect((await stat(secretFile)).mode & 0o077).toBe(0)
  const secrets = [key, await readFile(secretFile, 'utf8'), environment.AWS_SECRET_ACCESS_KEY ?? 'none']
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('a port in use stops the start with a message about PORT', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const result = await runSurveyor(['start'], { ...left.environment, PORT: String(port) })
  taken.close()
  expect(result.exitCode).toBe(1)
  expect(result.stderr).toMatch(new RegExp(`^surveyor: PORT ${port} .* is in use`))
})

test('an invalid variable stops the start with a message that names it', async () => {
  const result = await runSurveyor(['start'], { ...environmentOf('wrong'), SCAN_TIMEOUT_SECONDS: 'soon' })
  expect(result).toMatchObject({ exitCode: 1, stdout: '' })
  expect(result.stderr).toMatch(/^surveyor: SCAN_TIMEOUT_SECONDS is not a whole number/)
})

test('works from a data folder that only its owner may enter, and ends in order by the interrupt of a terminal, which arrives twice', async () => {
  const locked = join(folder.path, 'locked')
  await mkdir(locked, { mode: 0o700 })
  const service = startSurveyor(['start'], { ...environmentOf('locked/data') })
  const [, baseUrl = ''] = await service.waitFor(listening)
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  process.kill(service.pid, 'SIGINT')
  expect(await service.stop('SIGINT')).toBe(0)
})

test.each([
  ['HOST', '203.0.113.5', /^surveyor: HOST 203\.0\.113\.5 isn't an address of this machine/],
  ['DATA_DIR', '/dev/null', /^surveyor: DATA_DIR \/dev\/null cannot be used/],
])('an unusable %s stops the start with a message that names it', async (name, value, line) => {
  const result = await runSurveyor(['start'], { ...left.environment, [name]: value })
  expect(result.exitCode).toBe(1)
  expect(result.stderr).toMatch(line)
})
