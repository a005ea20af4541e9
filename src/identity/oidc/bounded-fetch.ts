/** Sends requests to the SSO provider with limits on time and size, because its responses are untrusted. */

const timeoutMs = 5_000
const maxBytes = 1024 * 1024

/** Returns the response with its body loaded. Rejects on a redirect, a too large body, or a timeout. */
export async function boundedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  // A redirect would send the client secret or a code to another server.
  const response = await fetch(url, { ...init, redirect: 'error', signal })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`The response of ${String(url)} is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers })
}

/** Throws unless the response is a JSON object with status 200. */
export async function jsonObjectOf(response: Response, what: string): Promise<Readonly<Record<string, unknown>>> {
  if (response.status !== 200) throw new Error(`The ${what} request returned HTTP ${response.status}.`)
  const value: unknown = await response.json().catch(() => null)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`The ${what} is not a JSON object.`)
  }
  return value as Readonly<Record<string, unknown>>
}

/** The message of an error for the log, with the network error of a failed request. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
