/** Tests `surveyor map` as users run it: a process of its own, with credentials from the environment, and the simulated cloud on the wire. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import { renderDiagram } from '../../src/diagram/render-diagram.ts'
import { startSimulatedCloud, type SimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { assumeFirstRole, homeCredentials } from '../support/simulated-account.ts'
import { type Environment, type FinishedProcess, runSurveyor } from '../support/surveyor-process.ts'

type Credentials = Awaited<ReturnType<typeof assumeFirstRole>>

let cloud: SimulatedCloud
let session: Credentials
let folder: string

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'denied' })
  session = await assumeFirstRole(cloud)
})
afterAll(() => cloud.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-map-'))
})
afterEach(() => rm(folder, { recursive: true }))

function environmentOf({ accessKeyId, secretAccessKey, sessionToken }: Credentials): Environment {
  return {
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  }
}

async function map(words: readonly string[], environment = environmentOf(session)): Promise<FinishedProcess> {
  const run = await runSurveyor(['map', '--region', 'us-east-1', ...words], environment)
  const secrets = [environment['AWS_SECRET_ACCESS_KEY'], environment['AWS_SESSION_TOKEN']]
  const told = secrets.filter((secret) => secret !== undefined && (run.stdout + run.stderr).includes(secret))
  expect(told).toEqual([])
  return run
}

test('writes the same diagram as the service, and tells what was denied', async () => {
  const out = join(folder, 'map.svg')
  const { exitCode, stdout } = await map(['--out', out, '--view', 'architecture'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^Account \d{12}\nFound \d+ resources of \d+ types in us-east-1:\n/)
  expect(stdout).toMatch(/\n {2}Lambda functions: denied\. .*lambda:ListFunctions/)
  expect(stdout.endsWith(`\nDiagram ${out}\n`)).toBe(true)
  const graph = await scanGoldenAccount({ ...goldenAccount('denied'), alias: '' })
  const page = drawPage('architecture', graph, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  const { bytes } = await renderDiagram(page.diagram, { format: 'svg', theme: 'light' })
  expect(await readFile(out, 'utf8')).toBe(new TextDecoder().decode(bytes))
  expect(await readdir(folder)).toEqual(['map.svg'])
})

test('writes several views, and assumes a role', async () => {
  const [account] = cloud.accounts
  const words = ['--role-arn', account?.roleArn ?? '', '--external-id', 'external-id-of-the-test', '--quiet']
  const files = ['--out', join(folder, '{view}.json'), '--view', 'network,inventory', '--theme', 'dark']
  const { exitCode, stdout, stderr } = await map([...words, ...files], environmentOf(homeCredentials(cloud)))
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`Account ${account?.accountId}`)
  expect((await readdir(folder)).toSorted()).toEqual(['inventory.json', 'network.json'])
  expect(JSON.parse(await readFile(join(folder, 'network.json'), 'utf8'))).toMatchObject({ view: 'network' })
})

test('credentials that AWS rejects, that are missing, or that may not assume the role, are told with exit code 4', async () => {
  const out = ['--out', join(folder, 'map.svg'), '--quiet']
  const rejected = await map(out, environmentOf({ ...session, secretAccessKey: 'wrong-secret-of-the-test' }))
  expect(rejected.stderr).toMatch(/AWS credentials \(SignatureDoesNotMatch\)/)
  const none = { AWS_ENDPOINT_URL: cloud.endpoint, AWS_EC2_METADATA_DISABLED: 'true', HOME: folder }
  const missing = await map(out, none)
  expect(missing.stderr).toMatch(/Could not load credentials from any providers/)
  const profile = await map([...out, '--profile', 'nobody'], none)
  expect(profile.stderr).toMatch(/nobody/)
  const role = ['--role-arn', 'arn:aws:iam::123456789012:role/other']
  const refused = await map([...out, ...role], environmentOf(homeCredentials(cloud)))
  expect(refused.stderr).toMatch(/^surveyor: The IAM role \S+ could not be assumed\. /)
  expect([rejected, missing, profile, refused].map(({ exitCode }) => exitCode)).toEqual([4, 4, 4, 4])
  expect(await readdir(folder)).toEqual([])
})

test('an account in which nothing can be read fails with exit code 3, and writes nothing', async () => {
  const [account] = cloud.accounts
  cloud.setRole({ roleArn: account?.roleArn ?? '', externalId: 'external-id-of-the-test', allowedActions: [] })
  const { exitCode, stderr } = await map(['--out', join(folder, 'map.svg'), '--quiet'])
  expect([exitCode, stderr]).toEqual([
    3,
    expect.stringMatching(/^surveyor: No resource type could be read in us-east-1\. /),
  ])
  expect(await readdir(folder)).toEqual([])
})
