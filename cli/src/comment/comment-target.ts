/** Pull requests of GitHub and merge requests of GitLab: where their comments are. */
import { usageError } from '../exit-codes.ts'
import type { Environment } from '../terminal/terminal.ts'

export type CommentTarget = {
  /** For sentences, for example `pull request 7 of acme/shop`. */
  readonly name: string
  readonly token: string
  /** URL of the comments, oldest first. */
  readonly comments: string
  commentUrl(id: number): string
  readonly updateMethod: 'PATCH' | 'PUT'
  /** URL of the token's user. */
  readonly user: string
  /** The page of a comment. */
  pageOf(id: number): string
  /** What the token needs. */
  readonly permission: string
}

/** Throws a usage error for an address of another form, and without a token. */
export function commentTarget(text: string, environment: Environment): CommentTarget {
  const url = URL.canParse(text) ? new URL(text) : null
  const token = (environment['SURVEYOR_COMMENT_TOKEN'] ?? '').trim()
  const target = url === null ? null : (gitHub(url, token, environment) ?? gitLab(url, token, environment))
  if (target === null) {
    throw usageError(
      `"${text}" isn't the address of a pull request (https://github.com/OWNER/REPOSITORY/pull/7) or of a merge request (https://gitlab.com/GROUP/PROJECT/-/merge_requests/7).`,
    )
  }
  if (token === '') {
    throw usageError(`Set SURVEYOR_COMMENT_TOKEN to a token that may comment on ${target.name} (${target.permission}).`)
  }
  // As a header it would be an error that repeats it.
  if (!/^[\x21-\x7E]+$/.test(token)) throw usageError('SURVEYOR_COMMENT_TOKEN must be one line without spaces.')
  return target
}

function gitHub({ origin, pathname }: URL, token: string, environment: Environment): CommentTarget | null {
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)(?:\/|$)/.exec(pathname) ?? []
  if (repository === undefined || number === undefined) return null
  const api = gitHubApi(origin, environment)
  const issues = `${api}/repos/${repository}/issues`
  return {
    name: `pull request ${number} of ${repository}`,
    token,
    comments: `${issues}/${number}/comments?per_page=100`,
    commentUrl: (id) => `${issues}/comments/${id}`,
    updateMethod: 'PATCH',
    user: `${api}/user`,
    pageOf: (id) => `${origin}/${repository}/pull/${number}#issuecomment-${id}`,
    permission: 'in GitHub Actions: permissions: pull-requests: write',
  }
}

/** GitHub Enterprise Server has its API below its own address. */
function gitHubApi(origin: string, environment: Environment): string {
  const { GITHUB_SERVER_URL: server, GITHUB_API_URL: api } = environment
  if (server === origin && api !== undefined) return api
  return origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`
}

function gitLab({ origin, pathname }: URL, token: string, environment: Environment): CommentTarget | null {
  const api =
    environment['CI_API_V4_URL']?.startsWith(`${origin}/`) === true ? environment['CI_API_V4_URL'] : `${origin}/api/v4`
  // A self-managed GitLab can have a path of its own.
  const root = new URL(api).pathname.replace(/\/api\/v4$/, '')
  if (!pathname.startsWith(`${root}/`)) return null
  const [, project, number] = /^\/(.+)\/-\/merge_requests\/(\d+)(?:\/|$)/.exec(pathname.slice(root.length)) ?? []
  if (project === undefined || number === undefined) return null
  const notes = `${api}/projects/${encodeURIComponent(decodeURIComponent(project))}/merge_requests/${number}/notes`
  return {
    name: `merge request ${number} of ${project}`,
    token,
    comments: `${notes}?per_page=100&sort=asc&order_by=created_at`,
    commentUrl: (id) => `${notes}/${id}`,
    updateMethod: 'PUT',
    user: `${api}/user`,
    pageOf: (id) => `${origin}${root}/${project}/-/merge_requests/${number}#note_${id}`,
    permission: 'in GitLab: a project access token with the role Reporter and the scope api',
  }
}
