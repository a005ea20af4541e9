/** Sends requests again that got no usable response, with exponential backoff and jitter. */
import { SurveyorUnreachableError } from './errors.ts'

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly redirect: 'manual'
    readonly signal: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: { forEach(visit: (value: string, name: string) => void): void }
  arrayBuffer(): Promise<ArrayBuffer>
}>

export type RetryOptions = {
  readonly fetch: Fetch
  /** How long a request is retried, in seconds. */
  readonly retrySeconds: number
  /** Called before each wait. */
  readonly onRetry?: ((reason: string, delaySeconds: number) => void) | undefined
}

const firstDelayMs = 500
const longestDelayMs = 20_000
/** A limit against servers that accept connections and never respond. Large comparisons take a minute. */
const attemptTimeoutMs = 120_000

type Outcome = { readonly response: Response; readonly retryReason: string | null }

/** Returns the last response. Throws `SurveyorUnreachableError` if there is none. */
export async function fetchWithRetries(request: Request, options: RetryOptions): Promise<Response> {
  const body = request.body === null ? undefined : await request.text()
  const canRepeat = request.method !== 'POST' || request.headers.has('idempotency-key') || changesNothing(request)
  const endsAt = Date.now() + options.retrySeconds * 1000
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await send(request, body, options.fetch).catch((error: unknown) => {
      if (request.signal.aborted) throw error
      return unreachable(request.url, error)
    })
    const reason = outcome instanceof Error ? outcome.message : outcome.retryReason
    const delayMs = delayOf(attempt, outcome instanceof Error ? null : outcome.response.headers.get('retry-after'))
    if (reason === null || !canRepeat || Date.now() + delayMs > endsAt) {
      if (outcome instanceof Error) throw outcome
      return outcome.response
    }
    options.onRetry?.(reason, Math.ceil(delayMs / 1000))
    await wait(delayMs, request.signal)
  }
}

/** A plan is the body of a request that only reads. */
function changesNothing({ url }: Request): boolean {
  return new URL(url).pathname.endsWith('/plan')
}

async function send(request: Request, body: string | undefined, fetch: Fetch): Promise<Outcome> {
  const headers: Record<string, string> = {}
  request.headers.forEach((value, name) => (headers[name] = value))
  const answer = await fetch(request.url, {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(attemptTimeoutMs)]),
  })
  // Read here, so that a response that was cut off is retried too.
  const bytes = await answer.arrayBuffer()
  const answerHeaders = new Headers()
  answer.headers.forEach((value, name) => answerHeaders.append(name, value))
  if (isCutOff(answerHeaders, bytes)) {
    throw new SurveyorUnreachableError(`The response of ${originOf(request.url)} was cut off.`)
  }
  const response = new Response(bytes.byteLength === 0 ? null : bytes, {
    status: answer.status,
    headers: answerHeaders,
  })
  return { response, retryReason: retryReason(response) }
}

function isCutOff(headers: Headers, bytes: ArrayBuffer): boolean {
  if (!(headers.get('content-type') ?? '').startsWith('application/json')) return false
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return false
  } catch {
    return true
  }
}

/**
 * A full queue and a failed connection that is checked again are conflicts with `Retry-After`. GitHub limits requests
 * with status 403 and `Retry-After`.
 */
function retryReason({ status, headers }: Response): string | null {
  const isTemporary =
    status >= 500 || status === 429 || ((status === 409 || status === 403) && headers.has('retry-after'))
  return isTemporary ? `The service responded with status ${status}.` : null
}

/** Between half and all of the delay, so that clients that failed together don't come back together. */
function delayOf(attempt: number, retryAfter: string | null): number {
  if (retryAfter !== null && /^\d{1,4}$/.test(retryAfter)) return Number(retryAfter) * 1000
  return Math.min(firstDelayMs * 2 ** attempt, longestDelayMs) * (0.5 + Math.random() / 2)
}

function unreachable(url: string, error: unknown): SurveyorUnreachableError {
  if (error instanceof SurveyorUnreachableError) return error
  const cause = innermost(error)
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
  const reason = isTimeout ? `no response within ${attemptTimeoutMs / 1000} s` : messageOf(cause)
  return new SurveyorUnreachableError(`${originOf(url)} can't be reached: ${reason}.`, { cause: error })
}

/** `fetch` hides the reason in its causes. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error.message || ('code' in error ? String(error.code) : error.name)).replace(/\.$/, '')
}

function originOf(url: string): string {
  return new URL(url).origin
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    function stop(): void {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
