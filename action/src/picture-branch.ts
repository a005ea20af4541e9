/** Stores diagrams on a branch that the team made for them, so that comments can show them. */
import { forgeRequest, ForgeError } from '../../cli/src/comment/forge.ts'
import type { ForgeAccess } from '../../cli/src/comment/forge.ts'
import type { SurveyorClient } from '../../cli/src/client/index.ts'
import { fetchFor } from '../../cli/src/connection.ts'
import { CommandError, exitCodes, usageError } from '../../cli/src/exit-codes.ts'
import { isQuiet } from '../../cli/src/report/markdown.ts'
import type { Report } from '../../cli/src/report/report.ts'
import type { Environment } from '../../cli/src/terminal/terminal.ts'
import { drawChanges } from './draw-changes.ts'
import type { Inputs } from './inputs.ts'

export type PictureBranch = {
  /** Returns links to the commits with the diagrams, by scan ID. Scans without changes have none. */
  store(client: SurveyorClient, report: Report, view: string | undefined): Promise<ReadonlyMap<string, string>>
}

/** Null without the input. Throws a usage error for a branch that doesn't exist or that people work on. */
export async function openPictureBranch(inputs: Inputs, environment: Environment): Promise<PictureBranch | null> {
  const { pictureBranch: branch, runner, token, retryFor } = inputs
  if (branch === undefined) return null
  if (runner.workBranches.includes(branch)) {
    throw usageError(`The picture branch must be a separate branch. "${branch}" has your code.`)
  }
  const fetch = (await fetchFor(undefined, environment)) ?? globalThis.fetch
  const access: ForgeAccess = { token, fetch, retrySeconds: retryFor }
  const repository = `${runner.apiUrl}/repos/${runner.repository}`
  const branchUrl = `${repository}/branches/${encodeURIComponent(branch)}`
  await forgeRequest(access, 'GET', branchUrl).catch((error: unknown) => {
    if (!(error instanceof ForgeError) || error.status !== 404) throw pictureError(error, branch)
    throw usageError(`${runner.repository} has no branch "${branch}" for pictures. Create it first.`)
  })
  return {
    async store(client, report, view) {
      const links = new Map<string, string>()
      for (const one of report.scans.filter((one) => one.scan.status === 'completed' && !isQuiet(one))) {
        const content = await drawChanges(client, one, { format: 'svg', view })
        const path = `surveyor/${one.scan.id}.svg`
        const file = { url: `${repository}/contents/${path}`, branch, branchUrl, content }
        const commit = await commitFile(access, file).catch((error: unknown) => {
          throw pictureError(error, branch)
        })
        links.set(one.scan.id, `${runner.serverUrl}/${runner.repository}/raw/${commit}/${path}`)
      }
      return links
    },
  }
}

type NewFile = {
  readonly url: string
  readonly branch: string
  readonly branchUrl: string
  readonly content: Uint8Array
}

const maxAttempts = 5
const attemptDelayMs = 200

/** Returns the commit that has the file. */
async function commitFile(access: ForgeAccess, { url, branch, branchUrl, content }: NewFile): Promise<string> {
  const body = { message: 'Add a diagram', branch, content: Buffer.from(content).toString('base64') }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { content } = await forgeRequest(access, 'PUT', url, body)
      return (content as { readonly commit: { readonly sha: string } }).commit.sha
    } catch (error) {
      const status = error instanceof ForgeError ? error.status : 0
      // The file exists, because an earlier attempt took effect.
      if (status === 422) return headOf(access, branchUrl)
      // Another job has moved the branch at the same time.
      if (status !== 409 || attempt === maxAttempts) throw error
      await new Promise((resolve) => void setTimeout(resolve, attemptDelayMs * attempt))
    }
  }
}

async function headOf(access: ForgeAccess, branchUrl: string): Promise<string> {
  const { content } = await forgeRequest(access, 'GET', branchUrl)
  return (content as { readonly commit: { readonly sha: string } }).commit.sha
}

function pictureError(error: unknown, branch: string): unknown {
  if (!(error instanceof ForgeError)) return error
  const permission = error.status === 403 ? ' The job needs "permissions: contents: write".' : ''
  return new CommandError(
    exitCodes.unreachable,
    `The picture couldn't be stored on the branch "${branch}": ${error.message} (status ${error.status}).${permission}`,
  )
}
