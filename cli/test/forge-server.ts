/**
 * Plays the APIs of GitHub and GitLab for comments and files: their paths, statuses, errors, pages, and the fields of
 * their documentation (https://docs.github.com/rest/issues/comments, https://docs.gitlab.com/api/notes/).
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StoredComment = { readonly id: number; body: string; readonly author: ForgeUser }
export type ForgeUser = { readonly id: number; readonly login: string; readonly type: 'User' | 'Bot' }
export type ForgeRequest = {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly isJson: boolean
}
type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

export const workflowBot: ForgeUser = { id: 41898282, login: 'github-actions[bot]', type: 'Bot' }
export const otherUser: ForgeUser = { id: 7, login: 'mallory', type: 'User' }

export class ForgeServer {
  readonly comments: StoredComment[] = []
  readonly requests: ForgeRequest[] = []
  /** Files of the picture branch, by path. */
  readonly files = new Map<string, Buffer>()
  branches = ['main', 'surveyor-diagrams']
  /** The user of the token. Bots can't read it. */
  user = workflowBot
  /** Replies instead of the API, before or after the request takes effect. */
  fault: (request: ForgeRequest) => (Reply & { readonly isDone?: boolean }) | null = () => null
  /** The address in links, if it is another one than `url`. */
  publicUrl: string | null = null
  /** Runs when a comment was created. */
  onCreated: () => void = () => {}

  readonly #server = createServer((incoming, response) => {
    void this.#respond(incoming, response)
  })

  static async start(): Promise<ForgeServer> {
    const forge = new ForgeServer()
    forge.#server.listen(0, '127.0.0.1')
    await once(forge.#server, 'listening')
    return forge
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get pullRequestUrl(): string {
    return `${this.url}/acme/shop/pull/7`
  }

  get mergeRequestUrl(): string {
    return `${this.url}/acme/platform/shop/-/merge_requests/7`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  add(body: string, author: ForgeUser = this.user): StoredComment {
    const comment = { id: (this.comments.at(-1)?.id ?? 1_000) + 1, body, author }
    this.comments.push(comment)
    return comment
  }

  /** The methods and paths since the last call. */
  takeRequests(): readonly string[] {
    return this.requests.splice(0).map(({ method, path }) => `${method} ${path}`)
  }

  async #respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, headers = {} } = await this.#answer(incoming)
    const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
    response.writeHead(status, { ...type, ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }

  async #answer(incoming: IncomingMessage): Promise<Reply> {
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk
    const { method = '', url = '', headers } = incoming
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    const request = { method, path: url, token, isJson: headers['content-type'] === 'application/json' }
    this.requests.push(request)
    const fault = this.fault(request)
    if (fault !== null && fault.isDone !== true) return fault
    const reply = this.#route(request, text === '' ? {} : (JSON.parse(text) as Record<string, string>))
    return fault ?? reply
  }

  #route({ method, path, token, isJson }: ForgeRequest, input: Record<string, string>): Reply {
    if (token !== 'forge-token') return gitHubError(401, 'Bad credentials')
    if (!isJson && method !== 'GET' && method !== 'DELETE') return gitHubError(415, 'Unsupported Media Type')
    const { pathname, searchParams } = new URL(path, this.url)
    const gitHub = pathname.replace(/^\/api\/v3/, '')
    const gitLab = pathname.replace(/^\/api\/v4\/projects\/acme%2Fplatform%2Fshop\/merge_requests\/7\/notes/, '/notes')
    const id = Number(pathname.split('/').at(-1))
    switch (`${method} ${gitHub.replace(/\/\d+$/, '/ID')}`) {
      case 'GET /user':
        if (this.user.type === 'Bot') return gitHubError(403, 'Resource not accessible by integration')
        return { status: 200, body: gitHubUser(this.user) }
      case 'GET /repos/acme/shop/issues/7/comments':
        return this.#page(pathname, searchParams, (comment) => this.#gitHubComment(comment))
      case 'POST /repos/acme/shop/issues/7/comments':
        return { status: 201, body: this.#gitHubComment(this.#create(input['body'] ?? '')) }
      case 'PATCH /repos/acme/shop/issues/comments/ID':
        return this.#edit(id, input['body'] ?? '', (comment) => this.#gitHubComment(comment))
      case 'DELETE /repos/acme/shop/issues/comments/ID':
        return this.#remove(id)
    }
    switch (`${method} ${gitLab.replace(/\/\d+$/, '/ID')}`) {
      case 'GET /api/v4/user':
        return { status: 200, body: gitLabUser(this.user) }
      case 'GET /notes':
        return this.#page(pathname, searchParams, (comment) => gitLabNote(comment))
      case 'POST /notes':
        return { status: 201, body: gitLabNote(this.#create(input['body'] ?? '')) }
      case 'PUT /notes/ID':
        return this.#edit(id, input['body'] ?? '', gitLabNote)
      case 'DELETE /notes/ID':
        return this.#remove(id)
    }
    return this.#files(method, gitHub, input)
  }

  #files(method: string, path: string, input: Record<string, string>): Reply {
    const branch = decodeURIComponent(/^\/repos\/acme\/shop\/branches\/(.+)$/.exec(path)?.[1] ?? '')
    if (method === 'GET' && branch !== '') {
      if (!this.branches.includes(branch)) return gitHubError(404, 'Branch not found')
      return { status: 200, body: { name: branch, commit: { sha: this.#commit() }, protected: false } }
    }
    const file = /^\/repos\/acme\/shop\/contents\/(.+)$/.exec(path)?.[1]
    if (method !== 'PUT' || file === undefined) return gitHubError(404, 'Not Found')
    if (!this.branches.includes(input['branch'] ?? '')) return gitHubError(404, `Branch ${input['branch']} not found`)
    if (this.files.has(file)) return gitHubError(422, `Invalid request.\n\n"sha" wasn't supplied.`)
    this.files.set(file, Buffer.from(input['content'] ?? '', 'base64'))
    return { status: 201, body: { content: { path: file }, commit: { sha: this.#commit() } } }
  }

  #commit(): string {
    return this.files.size.toString(16).padStart(40, 'c')
  }

  #create(body: string): StoredComment {
    const comment = this.add(body)
    this.onCreated()
    return comment
  }

  #edit(id: number, body: string, shown: (comment: StoredComment) => unknown): Reply {
    const comment = this.comments.find((one) => one.id === id)
    if (comment === undefined) return gitHubError(404, 'Not Found')
    comment.body = body
    return { status: 200, body: shown(comment) }
  }

  #remove(id: number): Reply {
    const index = this.comments.findIndex((comment) => comment.id === id)
    if (index === -1) return gitHubError(404, 'Not Found')
    this.comments.splice(index, 1)
    return { status: 204 }
  }

  #page(pathname: string, query: URLSearchParams, shown: (comment: StoredComment) => unknown): Reply {
    const [size, page] = [Math.min(100, Number(query.get('per_page') ?? '30')), Number(query.get('page') ?? '1')]
    const items = this.comments.slice((page - 1) * size, page * size)
    const next = new URLSearchParams([...query].filter(([name]) => name !== 'page'))
    next.set('page', String(page + 1))
    const list = `${this.publicUrl ?? this.url}${pathname}`
    const links = [`<${list}?page=1>; rel="first"`]
    if (page * size < this.comments.length) links.unshift(`<${list}?${next.toString()}>; rel="next"`)
    return { status: 200, body: items.map(shown), headers: { link: links.join(', ') } }
  }

  #gitHubComment({ id, body, author }: StoredComment): unknown {
    return {
      id,
      node_id: `IC_${id}`,
      url: `${this.url}/api/v3/repos/acme/shop/issues/comments/${id}`,
      html_url: `${this.pullRequestUrl}#issuecomment-${id}`,
      issue_url: `${this.url}/api/v3/repos/acme/shop/issues/7`,
      body,
      user: gitHubUser(author),
      created_at: '2026-11-23T08:00:00Z',
      updated_at: '2026-11-23T08:00:00Z',
      author_association: author.type === 'Bot' ? 'NONE' : 'CONTRIBUTOR',
    }
  }
}

function gitHubUser({ id, login, type }: ForgeUser): unknown {
  return { id, login, type, node_id: `U_${id}`, site_admin: false }
}

export function gitHubError(status: number, message: string): Reply {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body }
}

function gitLabUser({ id, login }: ForgeUser): unknown {
  return { id, username: login, name: login, state: 'active' }
}

function gitLabNote({ id, body, author }: StoredComment): unknown {
  return {
    id,
    type: null,
    body,
    author: gitLabUser(author),
    system: false,
    noteable_type: 'MergeRequest',
    noteable_iid: 7,
  }
}
