/**
 * A typed client of the Surveyor API: the paths of the OpenAPI document, retries, pagination, and waiting for scans.
 *
 *     const surveyor = createSurveyorClient({ url: 'https://surveyor.example.com', key })
 *     for await (const account of surveyor.list('/api/accounts')) console.log(account.alias)
 */
import createFetchClient from 'openapi-fetch'
import type { Client } from 'openapi-fetch'
import { SurveyorApiError, SurveyorUnreachableError } from './errors.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import type { Fetch } from './fetch-with-retries.ts'
import type { CreateScanRequest, ErrorCode, PlanAgainstScan, Scan, paths } from './openapi.ts'

export type * from './openapi.ts'
export type { Fetch } from './fetch-with-retries.ts'
export { SurveyorApiError, SurveyorUnreachableError } from './errors.ts'

/** All items of a list. `Array.fromAsync` needs Node 22. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** The version of the API that the types are of. */
const apiVersion = '2026-02-01'

export type SurveyorClientOptions = {
  /** The address of the service, with its path prefix if it has one. */
  readonly url: string
  readonly key: string
  /** Default: the global `fetch`. Pass another one for proxies or custom certificate authorities. */
  readonly fetch?: Fetch | undefined
  /** How long a request without a usable response is retried, in seconds. Default: 60. */
  readonly retrySeconds?: number | undefined
  readonly onRetry?: ((reason: string, delaySeconds: number) => void) | undefined
}

type Success<Data> = { readonly success: true; readonly data: Data }
type JsonResponse<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never
type DataOf<Path extends keyof paths> = JsonResponse<paths[Path]['get']> extends { data: infer Data } ? Data : never

/** The paths that return an envelope. */
export type GetPath = { [Path in keyof paths]: DataOf<Path> extends never ? never : Path }[keyof paths]
export type GetData<Path extends GetPath> = DataOf<Path>

type ItemOf<Data> = Data extends { meta: unknown }
  ? { [Field in keyof Data]: Data[Field] extends readonly (infer Item)[] ? Item : never }[Exclude<keyof Data, 'meta'>]
  : never
/** The paths that return pages. */
export type ListPath = { [Path in GetPath]: ItemOf<DataOf<Path>> extends never ? never : Path }[GetPath]
export type ListItem<Path extends ListPath> = ItemOf<DataOf<Path>>

type ParametersOf<Path extends keyof paths> = paths[Path]['get'] extends {
  parameters: { path?: infer InPath; query?: infer Query }
}
  ? { readonly path?: InPath; readonly query?: Query }
  : never
export type GetParameters<Path extends keyof paths> = Pick<ParametersOf<Path>, 'path' | 'query'>

export type SurveyorClient = {
  /** The typed methods of openapi-fetch, with retries. */
  readonly http: Client<paths>
  /** Returns `data` of the response. */
  get<Path extends GetPath>(path: Path, parameters?: GetParameters<Path>): Promise<GetData<Path>>
  /** Yields the items of all pages. Pages are requested when their items are. */
  list<Path extends ListPath>(path: Path, parameters?: GetParameters<Path>): AsyncGenerator<ListItem<Path>, void>
  /** The regions of all partitions that the service can scan. */
  regions(): Promise<readonly string[]>
  /** Creates a scan and returns it immediately. Retries use one idempotency key. */
  createScan(request: CreateScanRequest, options?: { readonly idempotencyKey?: string | undefined }): Promise<Scan>
  /** Resolves when the scan has ended, after `onProgress` of each state. */
  waitForScan(id: string, onProgress?: (scan: Scan) => void): Promise<Scan>
  /** Compares a plan with a scan: the JSON of Terraform, OpenTofu, or a CloudFormation change set. */
  planAgainstScan(id: string, plan: Readonly<Record<string, unknown>>): Promise<PlanAgainstScan>
  /** Returns the diagram in the requested format. */
  diagramContent(
    id: string,
    query?: GetParameters<'/api/diagrams/{id}/content'>['query'],
  ): Promise<Uint8Array<ArrayBuffer>>
  /** Returns the snapshot file of a completed scan. */
  snapshot(id: string, redact?: 'none' | 'default' | 'strict'): Promise<Uint8Array<ArrayBuffer>>
}

const firstPollMs = 250
const longestPollMs = 5_000

export function createSurveyorClient(options: SurveyorClientOptions): SurveyorClient {
  const { url, key, retrySeconds = 60, onRetry } = options
  const fetch = options.fetch ?? globalThis.fetch
  const baseUrl = url.replace(/\/+$/, '')
  const send = (request: Request) => fetchWithRetries(request, { fetch, retrySeconds, onRetry })
  const http = createFetchClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${key}`, 'service-version': apiVersion, accept: '*/*' },
    fetch: send,
  })
  const get = async <Path extends GetPath>(path: Path, parameters: GetParameters<Path> = {}): Promise<GetData<Path>> =>
    // The path is generic here, so that the types of openapi-fetch can't be resolved.
    dataOf<GetData<Path>>(http.GET(path as '/api/accounts', { params: parameters as never }), url)

  async function* list<Path extends ListPath>(
    path: Path,
    parameters: GetParameters<Path> = {},
  ): AsyncGenerator<ListItem<Path>, void> {
    const seen = new Set<string | undefined>()
    let cursor: string | undefined
    do {
      seen.add(cursor)
      const query = { limit: 100, ...(parameters.query as object | undefined), ...(cursor !== undefined && { cursor }) }
      const page = (await get(path, { ...parameters, query })) as {
        readonly meta: { readonly hasMore: boolean; readonly cursor?: string }
      }
      const items = Object.values(page).find((field) => Array.isArray(field)) as readonly ListItem<Path>[] | undefined
      yield* items ?? []
      cursor = page.meta.hasMore ? page.meta.cursor : undefined
    } while (cursor !== undefined && !seen.has(cursor))
  }

  return {
    http,
    get,
    list,
    async regions() {
      const response = await send(new Request(`${baseUrl}/api/openapi.json`))
      const document = (await response.json().catch(() => null)) as Partial<Document> | null
      const regions = document?.components?.schemas.Region.enum
      if (regions === undefined) throw notSurveyor(url, response.status)
      return regions
    },
    async createScan(body, { idempotencyKey = crypto.randomUUID() } = {}) {
      const header = { 'Idempotency-Key': idempotencyKey, Prefer: 'respond-async' }
      return dataOf<Scan>(http.POST('/api/scans', { body, params: { header } }), url)
    },
    async waitForScan(id, onProgress) {
      for (let delayMs = firstPollMs; ; delayMs = Math.min(delayMs * 1.5, longestPollMs)) {
        const scan = await get('/api/scans/{id}', { path: { id } })
        onProgress?.(scan)
        if (scan.status === 'completed' || scan.status === 'failed') return scan
        await new Promise((resolve) => void setTimeout(resolve, delayMs))
      }
    },
    planAgainstScan: (id, plan) =>
      dataOf<PlanAgainstScan>(http.POST('/api/scans/{id}/plan', { body: plan, params: { path: { id } } }), url),
    async diagramContent(id, query = {}) {
      const { response, data, error } = await http.GET('/api/diagrams/{id}/content', {
        params: { path: { id }, query },
        parseAs: 'arrayBuffer',
      })
      if (data === undefined) throw errorOf(response, error, url)
      return new Uint8Array(data)
    },
    async snapshot(id, redact = 'default') {
      const { response, data, error } = await http.GET('/api/scans/{id}/snapshot', {
        params: { path: { id }, query: { redact } },
        parseAs: 'arrayBuffer',
      })
      if (data === undefined) throw errorOf(response, error, url)
      return new Uint8Array(data)
    },
  }
}

type Document = { readonly components: { readonly schemas: { readonly Region: { readonly enum: readonly string[] } } } }

type Result = { readonly response: Response; readonly data?: unknown; readonly error?: unknown }

/** Throws unless the response is a success of the API. */
async function dataOf<Data>(result: Promise<Result>, url: string): Promise<Data> {
  const { response, data, error } = await result.catch((failure: unknown) => {
    if (failure instanceof SyntaxError) throw notSurveyor(url, 200)
    throw failure
  })
  if (!isSuccess<Data>(data)) throw errorOf(response, error, url)
  return data.data
}

function isSuccess<Data>(body: unknown): body is Success<Data> {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body
}

function errorOf(response: Response, body: unknown, url: string): Error {
  if (isError(body)) return new SurveyorApiError(response.status, body.error, response.headers.get('x-request-id'))
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location !== null) {
    return new SurveyorUnreachableError(`${url} redirects to ${location}. Use the address of the service.`)
  }
  return notSurveyor(url, response.status)
}

function notSurveyor(url: string, status: number): SurveyorUnreachableError {
  return new SurveyorUnreachableError(
    `${url} responded with status ${status}, but not like Surveyor. Check the address of the service and the proxies before it.`,
  )
}

type ErrorBody = { error: { code: ErrorCode; message: string; details?: { path: string[]; message: string }[] } }

function isError(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}
