/** Reads the inputs of the action, and the environment and event of the workflow. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../cli/src/exit-codes.ts'
import type { Environment } from '../../cli/src/terminal/terminal.ts'

export type Inputs = {
  readonly url: string
  readonly apiKey: string
  readonly account: string
  readonly region: string
  readonly plan: string | undefined
  readonly compare: string
  readonly failOn: string | undefined
  readonly baselineFile: string | undefined
  readonly view: string | undefined
  readonly token: string
  readonly pictureBranch: string | undefined
  readonly folder: string
  readonly retryFor: number
  /** Null: no comment. */
  readonly pullRequest: number | null
  readonly runner: Runner
}

export type Runner = {
  /** `OWNER/REPOSITORY` */
  readonly repository: string
  readonly serverUrl: string
  readonly apiUrl: string
  /** Branches that people work on. */
  readonly workBranches: readonly string[]
}

/** The part of the webhook payload that is used. */
type Event = {
  readonly repository?: { readonly default_branch?: string }
  readonly pull_request?: {
    readonly number: number
    readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null }
    readonly base: { readonly ref: string }
  }
  /** Comments on pull requests are events of issues. */
  readonly issue?: { readonly number: number; readonly pull_request?: unknown }
}

/** As `@actions/core` reads it. */
function optional(environment: Environment, name: string): string | undefined {
  const value = environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]?.trim() ?? ''
  return value === '' ? undefined : value
}

/** Throws a usage error for inputs that are missing or wrong. */
export async function readInputs(environment: Environment): Promise<Inputs> {
  const event = await readEvent(environment['GITHUB_EVENT_PATH'])
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const head = event.pull_request?.head
  const isFork = head !== undefined && head.repo?.full_name !== repository
  const input = (name: string) => optional(environment, name)
  const required = (name: string, why = '') => {
    const value = input(name)
    if (value === undefined) throw usageError(`The input "${name}" is missing.${why}`)
    return value
  }
  const fork = isFork ? ' GitHub has no secrets for pull requests from forks, such as this one.' : ''
  return {
    url: required('url'),
    apiKey: required('api-key', fork),
    account: required('account'),
    region: input('region') ?? 'us-east-1',
    plan: input('plan'),
    compare: input('compare') ?? 'previous',
    failOn: input('fail-on'),
    baselineFile: input('baseline-file'),
    view: input('view'),
    token: input('token') ?? '',
    pictureBranch: input('picture-branch'),
    folder: input('folder') ?? join(environment['RUNNER_TEMP'] ?? '.', `surveyor-${crypto.randomUUID()}`),
    retryFor: wholeNumber('retry-for', input('retry-for') ?? '60'),
    pullRequest: isTrue('comment', input('comment') ?? 'true') ? pullRequest(event, input('pull-request')) : null,
    runner: {
      repository,
      serverUrl: environment['GITHUB_SERVER_URL'] ?? 'https://github.com',
      apiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
      workBranches: [event.repository?.default_branch, head?.ref, event.pull_request?.base.ref].filter(
        (branch) => branch !== undefined,
      ),
    },
  }
}

async function readEvent(path: string | undefined): Promise<Event> {
  if (path === undefined) return {}
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Event
  } catch (error) {
    throw usageError(`The event of the workflow couldn't be read: ${String(error)}.`)
  }
}

function pullRequest({ pull_request, issue }: Event, input: string | undefined): number | null {
  if (input !== undefined) return wholeNumber('pull-request', input)
  return pull_request?.number ?? (issue?.pull_request === undefined ? null : issue.number)
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usageError(`The input "${name}" must be a whole number, not "${text}".`)
}

/** The spellings of YAML 1.2, as for all actions. */
function isTrue(name: string, text: string): boolean {
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  throw usageError(`The input "${name}" must be true or false, not "${text}".`)
}
