/** Requests to the API of GitHub or GitLab, with retries and errors in words. */
import type { Fetch } from '../client/index.ts'
import { fetchWithRetries } from '../client/fetch-with-retries.ts'

export type ForgeAccess = {
  readonly token: string
  readonly fetch: Fetch
  readonly retrySeconds: number
  readonly onRetry?: ((reason: string) => void) | undefined
}

/** An error response. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError'
  readonly status: number
  /** Whether the forge refuses all requests of the token for a while. */
  readonly isLimited: boolean

  /** The message is that of the response, or empty. */
  constructor(status: number, message: string, isLimited = false) {
    super(message)
    this.status = status
    this.isLimited = isLimited
  }
}

type Content = { readonly content: unknown; readonly nextUrl: string | null }

/** Throws a `ForgeError` for an error response. Everything but `POST` is retried. */
export async function forgeRequest(
  { token, ...access }: ForgeAccess,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<Content> {
  const request = new Request(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'surveyor',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await fetchWithRetries(request, access)
  const text = await response.text()
  if (!response.ok) throw new ForgeError(response.status, reasonOf(text), isRateLimit(response))
  return { content: text === '' ? null : parse(text), nextUrl: nextPage(response.headers.get('link'), url) }
}

/** GitHub has the status 403 for this too. */
function isRateLimit({ status, headers }: Response): boolean {
  return (
    status === 429 || (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'))
  )
}

/** All items of a list. */
export async function* forgeList(access: ForgeAccess, url: string): AsyncGenerator<unknown, void> {
  const seen = new Set<string>()
  for (let next: string | null = url; next !== null && !seen.has(next);) {
    seen.add(next)
    const { content, nextUrl }: Content = await forgeRequest(access, 'GET', next)
    if (!Array.isArray(content)) throw new ForgeError(200, `${new URL(url).origin} responds, but not with a list`)
    yield* content
    next = nextUrl
  }
}

/**
 * A forge behind a proxy may not know its own address. And the token must not get to another server. So only the path
 * counts.
 */
function nextPage(link: string | null, url: string): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  if (next === undefined) return null
  const { pathname, search } = new URL(next, url)
  return Object.assign(new URL(url), { pathname, search }).href
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function reasonOf(text: string): string {
  const content = parse(text)
  if (typeof content !== 'object' || content === null) return ''
  const { message, error } = content as { readonly message?: unknown; readonly error?: unknown }
  return [message, error].find((part) => typeof part === 'string') ?? ''
}
