/** Asks the provider of single sign-on, bounded in time and size: it is nobody that the service trusts with its memory. */

const timeoutMs = 5_000
const mostBytes = 1024 * 1024

/** The whole answer, read. Rejects when it is a redirect, too large, or not there in time. */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  // A redirect would hand the client's secret, or a code, to whoever it leads to.
  const response = await fetch(url, { ...init, redirect: 'error', signal })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error(`The answer of ${String(url)} is larger than ${mostBytes} bytes.`)
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers })
}

/** Throws unless it is a JSON object that was answered with 200. */
export async function jsonObjectOf(response: Response, what: string): Promise<Readonly<Record<string, unknown>>> {
  if (response.status !== 200) throw new Error(`The ${what} was answered with HTTP ${response.status}.`)
  const value: unknown = await response.json().catch(() => null)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`The ${what} is not a JSON object.`)
  }
  return value as Readonly<Record<string, unknown>>
}

/** Why an answer is not there or not believed, for the log; of a call that failed, what was the matter with the network. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
