/** Calls the API like a client, and checks every response against the OpenAPI document. */
import { createOpenApiCheck } from './openapi-check.ts'
import type { OpenApiCheck, OpenApiDocument } from './openapi-check.ts'
import type { TestService } from './test-service.ts'

export type ApiAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `null` if the body isn't a JSON object. */
  readonly body: ApiBody | null
}

/** An unchecked envelope. Tests check its content. */
export type ApiBody = {
  readonly success: unknown
  readonly data?: ApiData
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details?: readonly { readonly path: readonly string[]; readonly message: string }[]
  }
}

export type ApiData = {
  readonly id?: string
  readonly scans?: readonly ApiData[]
  readonly accounts?: readonly ApiData[]
  readonly diagrams?: readonly ApiData[]
  readonly resources?: readonly ApiData[]
  readonly meta?: { readonly hasMore: boolean; readonly cursor?: string }
  readonly [field: string]: unknown
}

export type ApiRequest = {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  readonly signal?: AbortSignal
}

export type CallApi = (path: string, request?: ApiRequest) => Promise<ApiAnswer>

export async function createApiCaller(service: TestService): Promise<CallApi> {
  const check = createOpenApiCheck(await readOpenApi(service))
  return (path, request = {}) => callApi(service, check, path, request)
}

export async function readOpenApi(service: TestService): Promise<OpenApiDocument> {
  const answer = await fetch(`${service.baseUrl}/api/openapi.json`)
  return (await answer.json()) as OpenApiDocument
}

async function callApi(
  service: TestService,
  check: OpenApiCheck,
  path: string,
  { method: givenMethod, key, headers = {}, json, signal }: ApiRequest,
): Promise<ApiAnswer> {
  const method = givenMethod ?? (json === undefined ? 'GET' : 'POST')
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal !== undefined && { signal }),
  })
  const text = await answer.text()
  const { status } = answer
  const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const problems = check.problems(method, new URL(path, service.baseUrl).pathname, { status, mediaType, text })
  if (problems.length > 0) throw new Error(`${method} ${path}: ${problems.join('; ')}: ${text}`)
  return { status, headers: answer.headers, text, body: parseObject(text) }
}

function parseObject(text: string): ApiBody | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ApiBody) : null
  } catch {
    return null
  }
}
