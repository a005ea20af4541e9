/** Runs the bundle of the action as the runner of GitHub Actions does: with environment files and `INPUT_` variables. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

const folder = resolve(import.meta.dirname, '..')

export type Metadata = {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>
  readonly outputs: Readonly<Record<string, unknown>>
  readonly runs: { readonly using: string; readonly main: string }
}

export async function readMetadata(): Promise<Metadata> {
  return parse(await readFile(join(folder, 'action.yml'), 'utf8')) as Metadata
}

export type ActionRun = {
  readonly exitCode: number | null
  /** The log, with what the action writes to standard error. */
  readonly log: string
  readonly errors: readonly string[]
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  /** The workspace, which is empty but for `files`. */
  readonly workspace: string
}

export type Workflow = {
  readonly with: Readonly<Record<string, string>>
  readonly event?: unknown
  /** URL of the forge, whose API is below it. */
  readonly forgeUrl: string
  /** Files of the checked out repository, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly node?: string
  /** Further variables of the runner. */
  readonly environment?: Readonly<Record<string, string>>
}

export const pullRequestEvent = {
  action: 'synchronize',
  number: 7,
  repository: { full_name: 'acme/shop', default_branch: 'main' },
  pull_request: {
    number: 7,
    head: { ref: 'change', repo: { full_name: 'acme/shop' } },
    base: { ref: 'main', repo: { full_name: 'acme/shop' } },
  },
}

export async function runAsRunner(workflow: Workflow): Promise<ActionRun> {
  const { inputs, runs } = await readMetadata()
  const unknown = Object.keys(workflow.with).filter((name) => inputs[name] === undefined)
  if (unknown.length > 0) throw new Error(`Unexpected inputs: ${unknown.join(', ')}`)
  const workspace = await mkdtemp(join(tmpdir(), 'surveyor-workspace-'))
  const runnerFolder = await mkdtemp(join(tmpdir(), 'surveyor-runner-'))
  const file = async (name: string, content = '') => {
    await writeFile(join(runnerFolder, name), content)
    return join(runnerFolder, name)
  }
  for (const [name, content] of Object.entries(workflow.files ?? {})) await writeFile(join(workspace, name), content)
  const [output, summary] = [await file('output'), await file('summary')]
  const env: Record<string, string> = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SERVER_URL: workflow.forgeUrl,
    GITHUB_API_URL: `${workflow.forgeUrl}/api/v3`,
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_PATH: await file('event.json', JSON.stringify(workflow.event ?? pullRequestEvent)),
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: runnerFolder,
    ...workflow.environment,
  }
  for (const [name, { default: value = '' }] of Object.entries(inputs)) {
    // The runner evaluates the expression.
    const written = value === '${{ github.token }}' ? 'forge-token' : value
    env[`INPUT_${name.toUpperCase()}`] = workflow.with[name] ?? written
  }
  const { exitCode, log } = await start(workflow.node ?? process.execPath, join(folder, runs.main), env, workspace)
  return {
    exitCode,
    log,
    errors: [...log.matchAll(/^::error title=Surveyor::(.*)$/gm)].map(([, message = '']) => message),
    outputs: parseOutputs(await readFile(output, 'utf8')),
    summary: await readFile(summary, 'utf8'),
    workspace,
  }
}

function start(node: string, program: string, env: Record<string, string>, cwd: string) {
  return new Promise<Pick<ActionRun, 'exitCode' | 'log'>>((done) => {
    const child = execFile(node, [program], { cwd, env, maxBuffer: 2 ** 26 }, (_, log, errorOutput) =>
      done({ exitCode: child.exitCode, log: `${log}${errorOutput}` }),
    )
  })
}

/** As the runner reads them: a name, a delimiter, the value, and the delimiter. Throws for anything else. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 1) {
    const [, name, end] = /^([\w-]+)<<(\S+)$/.exec(lines.shift() ?? '') ?? []
    const length = end === undefined ? -1 : lines.indexOf(end)
    if (name === undefined || length === -1) throw new Error(`Invalid outputs: ${text}`)
    outputs[name] = lines.splice(0, length).join('\n')
    lines.shift()
  }
  return outputs
}
