/**
 * Runs the examples of pipelines as far as a shell can: with the package of the command line, installed as they do,
 * against a real service and the APIs of GitHub and GitLab. The workflows of GitHub run the action.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { changingAlias, startChangingAccount } from '../../cli/test/changing-account.ts'
import type { ChangingAccount } from '../../cli/test/changing-account.ts'
import { ForgeServer } from '../../cli/test/forge-server.ts'
import { coreServices } from '../../test/support/running-service.ts'
import { runAsRunner } from './run-as-runner.ts'

const root = resolve(import.meta.dirname, '../..')
const examples = join(root, 'examples/pipelines')

let account: ChangingAccount
let forge: ForgeServer
/** The packed command line, and the programs that an agent has. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-pipelines-'))
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  execFileSync('npm', ['--silent', 'pack', '--pack-destination', folder], {
    cwd: join(root, 'cli'),
    env: { ...process.env, PATH },
    stdio: 'pipe',
  })
  await mkdir(join(folder, 'bin'))
  const annotate = '#!/bin/sh\ncat > annotation.md\n'
  await writeFile(join(folder, 'bin/buildkite-agent'), annotate, { mode: 0o755 })
  forge = await ForgeServer.start()
  account = await startChangingAccount(coreServices)
})

afterAll(async () => {
  await account.running.close()
  await forge.close()
  await rm(folder, { recursive: true })
})

/** Each example is to find one change. */
beforeEach(async () => {
  forge.comments.splice(0)
  account.close()
  await account.running.scan()
  account.open()
})

const yaml = async (path: string) => parse(await readFile(join(root, path), 'utf8')) as never

/** Follows a path of keys, which must all be there. */
function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((part, key) => {
    const next = (part as Record<string | number, unknown> | undefined)?.[key]
    if (next === undefined) throw new Error(`No ${key} in ${JSON.stringify(part)}`)
    return next
  }, value)
}

/** With the values of this test in the place of the addresses and names of the example. */
function replaced(text: string): string {
  return text
    .replaceAll('https://github.com', forge.url)
    .replaceAll('https://surveyor.example.com', account.running.service.baseUrl)
    .replaceAll(/(account:? )production/g, `$1${changingAlias}`)
}

async function runShell(script: string, variables: Readonly<Record<string, string>>) {
  const workspace = await mkdtemp(join(folder, 'workspace-'))
  await cp(join(examples, 'surveyor.sh'), join(workspace, 'surveyor.sh'))
  await writeFile(join(workspace, 'surveyor.sh'), replaced(await readFile(join(examples, 'surveyor.sh'), 'utf8')))
  const prefix = join(workspace, 'prefix')
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  const env = {
    PATH: [join(prefix, 'bin'), join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    HOME: workspace,
    WORKSPACE_TMP: `${workspace}@tmp`,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
    SURVEYOR_URL: account.running.service.baseUrl,
    SURVEYOR_API_KEY: account.running.key,
    SURVEYOR_CLI: join(folder, archive),
    SURVEYOR_COMMENT_TOKEN: 'forge-token',
    ...variables,
  }
  return new Promise<{ exitCode: number | null; output: string; workspace: string }>((done) => {
    const child = execFile('sh', ['-e', '-c', replaced(script)], { cwd: workspace, env }, (_, output, errorOutput) =>
      done({ exitCode: child.exitCode, output: `${output}${errorOutput}`, workspace }),
    )
  })
}

type Example = readonly [
  name: string,
  script: () => Promise<string>,
  variables: () => Readonly<Record<string, string>>,
  files: readonly string[],
]

const shellExamples: readonly Example[] = [
  [
    'surveyor.sh',
    () => Promise.resolve('./surveyor.sh'),
    () => ({ PULL_REQUEST_URL: forge.pullRequestUrl }),
    ['surveyor.html', 'surveyor.md', 'surveyor.xml'],
  ],
  [
    'Jenkinsfile',
    async () => /sh '''([^]*?)'''/.exec(await readFile(join(examples, 'Jenkinsfile'), 'utf8'))?.[1] ?? '',
    () => ({ CHANGE_URL: forge.pullRequestUrl }),
    ['surveyor.html', 'surveyor.xml'],
  ],
  [
    'circleci.yml',
    async () =>
      String(at(await yaml('examples/pipelines/circleci.yml'), 'jobs', 'surveyor', 'steps', 0, 'run', 'command')),
    () => ({ CIRCLE_PULL_REQUEST: forge.pullRequestUrl }),
    ['results/surveyor.html', 'results/surveyor.xml'],
  ],
  [
    'buildkite.yml',
    // Buildkite takes $$ for $.
    async () => String(at(await yaml('examples/pipelines/buildkite.yml'), 'steps', 0, 'command')).replaceAll('$$', '$'),
    () => ({ BUILDKITE_PULL_REQUEST: '7' }),
    ['annotation.md', 'surveyor.html', 'surveyor.md', 'surveyor.xml'],
  ],
  [
    'azure-pipelines.yml',
    async () => String(at(await yaml('examples/pipelines/azure-pipelines.yml'), 'steps', 0, 'script')),
    () => ({ BUILD_REPOSITORY_NAME: 'acme/shop', SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7' }),
    ['surveyor.html', 'surveyor.md', 'surveyor.xml'],
  ],
]

test.each(shellExamples)(
  '%s comments, writes its files, and fails for the change',
  async (_, script, variables, files) => {
    const result = await runShell(await script(), variables())
    expect([result.exitCode, result.output]).toEqual([1, expect.stringMatching(/failed {2}exposure-opened\n/)])
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining('**Gate: failed**') }])
    for (const file of files) expect((await readFile(join(result.workspace, file), 'utf8')).length).toBeGreaterThan(100)
  },
)

test.each(shellExamples)('%s works without a pull request', async (name, script) => {
  account.close()
  const result = await runShell(await script(), name === 'buildkite.yml' ? { BUILDKITE_PULL_REQUEST: 'false' } : {})
  expect([result.exitCode, result.output]).toEqual([0, expect.stringMatching(/passed {2}exposure-opened\n/)])
  expect(forge.comments).toEqual([])
})

/** The job of the component with its inputs, as GitLab interpolates them. */
async function gitLabJob(inputs: Readonly<Record<string, unknown>>) {
  const [header, template] = parseAllDocuments(await readFile(join(root, 'templates/surveyor.yml'), 'utf8')).map(
    (document) => document.toJS() as unknown,
  )
  const declared = at(header, 'spec', 'inputs') as Record<string, { readonly default?: string }>
  expect(Object.keys(inputs).filter((name) => declared[name] === undefined)).toEqual([])
  const value = (name: string) => String(inputs[name] ?? at(declared, name, 'default'))
  const text = JSON.stringify(template).replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => value(name))
  const job = at(JSON.parse(text), value('job'))
  return {
    script: (at(job, 'script') as readonly string[]).join('\n'),
    variables: at(job, 'variables') as Record<string, string>,
  }
}

test('the component of GitLab comments in the merge request, and works without a token', async () => {
  const included = at(await yaml('examples/pipelines/gitlab-ci.yml'), 'include', 0, 'inputs') as Record<string, string>
  const { script, variables } = await gitLabJob({ ...included, account: changingAlias })
  expect(variables).toMatchObject({
    SURVEYOR_FAIL_ON: 'exposure-opened,removed:AWS::RDS::*',
    SURVEYOR_REGION: 'us-east-1',
  })
  const { SURVEYOR_URL: _, SURVEYOR_CLI: __, ...own } = variables
  const mergeRequest = {
    CI_API_V4_URL: `${forge.url}/api/v4`,
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_PROJECT_URL: `${forge.url}/acme/platform/shop`,
  }
  const failed = await runShell(script, { ...own, ...mergeRequest })
  expect([failed.exitCode, failed.output]).toEqual([1, expect.stringContaining('#note_')])
  expect(forge.comments).toMatchObject([{ body: expect.stringContaining('**Gate: failed**') }])
  await expect(readdir(failed.workspace)).resolves.toEqual(
    expect.arrayContaining(['surveyor-us-east-1.html', 'surveyor.md', 'surveyor.xml']),
  )
  forge.comments.splice(0)
  const silent = await runShell(script, { ...own, ...mergeRequest, SURVEYOR_COMMENT_TOKEN: '' })
  expect([silent.exitCode, forge.comments]).toEqual([0, []])
})

/** The step with the action, and what GitHub evaluates in it. */
async function runWorkflow(workflow: unknown) {
  const steps = at(workflow, 'jobs', 'surveyor', 'steps') as readonly { uses?: string; with?: Record<string, string> }[]
  const step = steps.find(({ uses }) => uses === 'acme/surveyor/action@v1')
  const inputs = Object.entries(step?.with ?? {}).map(([name, value]) => [
    name,
    name === 'account'
      ? changingAlias
      : replaced(value).replace('${{ secrets.SURVEYOR_API_KEY }}', account.running.key),
  ])
  const baseline = JSON.stringify({ version: 1, accepted: [] })
  return runAsRunner({
    with: Object.fromEntries(inputs) as Record<string, string>,
    forgeUrl: forge.url,
    files: { 'surveyor-baseline.json': baseline },
  })
}

test('six lines in an empty folder are enough for a comment', async () => {
  const page = await readFile(join(root, 'docs/pipeline.md'), 'utf8')
  const [, lines = ''] = /\n```yaml\n([^]*?)```/.exec(page) ?? []
  expect(lines.trim().split('\n')).toHaveLength(6)
  const startedAt = performance.now()
  const result = await runWorkflow(parse(lines))
  expect(result).toMatchObject({ exitCode: 0, errors: [], outputs: { changes: expect.not.stringMatching(/^0$/) } })
  expect(forge.comments).toMatchObject([
    { body: expect.stringContaining('exposure opened: tcp 443 from the internet') },
  ])
  expect(performance.now() - startedAt).toBeLessThan(60_000)
})

test('the workflow with everything fails for the change', async () => {
  const result = await runWorkflow(await yaml('examples/pipelines/github-actions.yml'))
  expect(result).toMatchObject({ exitCode: 1, outputs: { gate: 'failed' } })
  expect(result.errors).toEqual([expect.stringMatching(/^Gate failed: exposure-opened: /)])
})

test('every example is tested', async () => {
  const tested = [...shellExamples.map(([name]) => name), 'github-actions.yml', 'gitlab-ci.yml']
  await expect(readdir(examples)).resolves.toEqual(tested.toSorted())
})
