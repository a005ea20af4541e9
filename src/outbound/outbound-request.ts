/**
 * Sends one HTTP request to a URL of a user. The address is checked when the connection is made, so that a change of
 * DNS between the check and the use has no effect. Redirects aren't followed. Time and size are limited.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as lookUp, Resolver } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { hostOf, notAllowed, type OutboundRules, reachabilityOf } from './outbound-rules.ts'

export type OutboundRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborts the request, in addition to the timeout. */
  readonly signal: AbortSignal
}

export type OutboundResponse = {
  readonly status: number
  readonly retryAfter: string | null
  /** The first bytes of the body as text. */
  readonly body: string
}

/** The request failed without a complete response. The message is for users. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  /** The status and the first bytes, if the response began. */
  readonly response: OutboundResponse | null

  constructor(message: string, response: OutboundResponse | null = null) {
    super(message)
    this.response = response
  }
}

/** Of the whole request, from the resolution of the name to the end of the response. */
export const timeoutMs = 10_000
const mostResponseBytes = 64 * 1024
const keptResponseBytes = 1_024

export type Outbound = {
  /** Throws `OutboundError`. */
  post(request: OutboundRequest): Promise<OutboundResponse>
}

/**
 * `resolver`: for names that users choose. Unlike the lookup of the operating system, it occupies no thread while a name
 * server doesn't respond.
 */
export function openOutbound(rules: OutboundRules, resolver = new Resolver({ timeout: 2_000, tries: 2 })): Outbound {
  return {
    async post({ url: text, headers, body, signal }) {
      const url = new URL(text)
      const timeout = AbortSignal.timeout(timeoutMs)
      const stop = AbortSignal.any([signal, timeout])
      const begun: { response: OutboundResponse | null } = { response: null }
      try {
        return await send({ rules, resolver }, url, { headers, body, signal: stop }, begun)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof OutboundError) throw error
        if (timeout.aborted) {
          throw new OutboundError(`No complete response within ${timeoutMs / 1000} s.`, begun.response)
        }
        throw new OutboundError(connectionProblem(error), begun.response)
      }
    },
  }
}

type Guard = { readonly rules: OutboundRules; readonly resolver: Resolver }

async function send(
  guard: Guard,
  url: URL,
  { headers, body, signal }: Omit<OutboundRequest, 'url'>,
  begun: { response: OutboundResponse | null },
): Promise<OutboundResponse> {
  const host = hostOf(url)
  // Addresses are connected to without a lookup.
  if (isIP(host) !== 0) checkAddress(guard.rules, url, host)
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: checkedLookup(guard, url),
    // Without connections of earlier requests, whose address was checked for another name.
    agent: false,
    signal,
  } as const
  const outgoing = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
  const response = await responseOf(outgoing, body)
  return readBody(response, begun, signal)
}

function responseOf(outgoing: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    outgoing.on('response', done)
    outgoing.on('error', failed)
    // Without a listener, Node ends such a connection without an error, and the request would never end.
    outgoing.on('upgrade', (response: IncomingMessage, socket: Duplex) => {
      socket.destroy()
      const status = response.statusCode ?? 0
      const message = `The response has the status ${status}: the host asked for another protocol.`
      failed(new OutboundError(message, { status, retryAfter: null, body: '' }))
    })
    outgoing.on('close', () => failed(new OutboundError(closedEarly)))
    outgoing.end(body)
  })
}

async function readBody(
  response: IncomingMessage,
  begun: { response: OutboundResponse | null },
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const chunks: Buffer[] = []
  let size = 0
  const soFar = (): OutboundResponse => ({
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    body: Buffer.concat(chunks).subarray(0, keptResponseBytes).toString('utf8'),
  })
  begun.response = soFar()
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < keptResponseBytes) chunks.push(chunk)
      size += chunk.length
      begun.response = soFar()
      if (size > mostResponseBytes) {
        throw new OutboundError(`The response is larger than ${mostResponseBytes / 1024} KiB.`, soFar())
      }
    }
    signal.throwIfAborted()
    return soFar()
  } finally {
    response.destroy()
  }
}

function checkAddress(rules: OutboundRules, url: URL, address: string): void {
  const host = hostOf(url)
  const reachability = reachabilityOf(rules, host, address)
  if (reachability === 'refused') throw new OutboundError(`Not sent: the URL ${notAllowed(host)}.`)
  if (reachability === 'public' && url.protocol !== 'https:') {
    throw new OutboundError('Not sent: the URL must be an https URL.')
  }
}

function checkedLookup(guard: Guard, url: URL): LookupFunction {
  return (_name, { all }, callback) => {
    void allowedAddresses(guard, url).then(
      ([first, ...others]) => {
        // eslint-disable-next-line promise/no-callback-in-promise -- Node calls lookups with a callback.
        if (all === true) callback(null, [first, ...others])
        // eslint-disable-next-line promise/no-callback-in-promise
        else callback(null, first.address, first.family)
        return null
      },
      // eslint-disable-next-line promise/no-callback-in-promise
      (error: Error) => callback(error, []),
    )
  }
}

/** Resolves the name, and refuses it if any of its addresses isn't allowed. */
async function allowedAddresses({ rules, resolver }: Guard, url: URL): Promise<[LookupAddress, ...LookupAddress[]]> {
  const host = hostOf(url)
  const found = rules.hosts.has(host) ? await lookUp(host, { all: true }) : await resolveName(resolver, host)
  for (const { address } of found) checkAddress(rules, url, address)
  const [first, ...others] = found
  if (first === undefined) throw new OutboundError('The name of the host has no address.')
  return [first, ...others]
}

async function resolveName(resolver: Resolver, host: string): Promise<readonly LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [...addressesOf(four, 4), ...addressesOf(six, 6)]
}

function addressesOf(result: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
}

function connectionProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = problems[code]
  if (known !== undefined) return known
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return `The TLS certificate of the host isn't valid (${code}).`
  return `The request failed${code === '' ? '' : ` (${code})`}.`
}

const closedEarly = 'The host closed the connection before it responded.'

const problems: Readonly<Record<string, string>> = {
  ENODATA: 'The name of the host has no address.',
  ENOTFOUND: "The name of the host doesn't exist.",
  ESERVFAIL: "The name of the host couldn't be resolved.",
  ETIMEOUT: "The name of the host couldn't be resolved in time.",
  EAI_AGAIN: "The name of the host couldn't be resolved.",
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: closedEarly,
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  ETIMEDOUT: 'The connection timed out.',
}
