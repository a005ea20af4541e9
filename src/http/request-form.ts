/** Checks the format of a request before its content: rules that the HTTP parser doesn't enforce. */
import type { IncomingMessage } from 'node:http'
import { ApiError, validationError } from './api-error.ts'
import { headerValues } from './header-values.ts'

const badRequest = (message: string) => new ApiError('BAD_REQUEST', message)

/** Throws `BAD_REQUEST`. */
export function checkRequestForm(request: IncomingMessage): void {
  const hosts = headerValues(request, 'host')
  if (hosts.length > 1) throw badRequest('Send only one Host header.')
  if (hosts.length === 0 && request.httpVersion !== '1.0') throw badRequest('The Host header is missing.')
  const expectation = request.headers.expect
  if (expectation !== undefined && expectation.toLowerCase() !== '100-continue') {
    throw badRequest("The Expect header isn't supported.")
  }
  const transferEncoding = request.headers['transfer-encoding']
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') {
    throw badRequest('The only supported Transfer-Encoding is chunked.')
  }
}

/** Throws `BAD_REQUEST` unless the headers declare uncompressed JSON in UTF-8. */
export function checkJsonContentType(request: IncomingMessage): void {
  const [contentType, ...further] = headerValues(request, 'content-type')
  if (contentType === undefined) throw badRequest('A JSON body with Content-Type: application/json is required.')
  if (further.length > 0) throw badRequest('Send only one Content-Type header.')
  if (!/^application\/json[ \t]*(;[ \t]*charset=("utf-?8"|utf-?8)[ \t]*)?;?$/i.test(contentType)) {
    throw badRequest('The Content-Type must be application/json, in UTF-8.')
  }
  const contentEncoding = request.headers['content-encoding']
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw badRequest("Compressed bodies aren't supported.")
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body. Throws `BAD_REQUEST`, or `VALIDATION_ERROR` if it is nested too deeply. */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) throw badRequest('The body is empty. Send a JSON object.')
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch {
    throw badRequest("The body isn't valid JSON in UTF-8.")
  }
  if (isDeeperThan(maxDepth, value)) {
    throw validationError([{ path: [], message: `the body is nested more than ${maxDepth} levels deep` }])
  }
  return value
}

/** Far above what any operation needs, and far below what exhausts the stack of recursive code. */
const maxDepth = 64

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part))
}
