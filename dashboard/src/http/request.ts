/** Sends requests to the dashboard API. Returns the data without its envelope; every failure is a `RequestError`. */
import type { ErrorDetail, ErrorEnvelope } from '../../../contract/envelope.ts'
import { organizationHeader } from '../../../contract/session/organization-header.ts'
import { visibleText, withHiddenText } from './visible-text.ts'

export type RequestFailure = {
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | null
}

/** The service returned an error or could not be reached. `message` is shown to users. */
export class RequestError extends Error {
  readonly failure: RequestFailure

  constructor(message: string, failure: RequestFailure) {
    super(message)
    this.name = 'RequestError'
    this.failure = failure
  }
}

/** The organization that this page shows. Another tab may have switched to another one. */
let shownOrganization: string | null = null

/** Sets the organization that later writes name. The service rejects them if another one is active. */
export function setActiveOrganization(organizationId: string | null): void {
  shownOrganization = organizationId
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Options = { readonly body?: unknown; readonly signal?: AbortSignal | undefined }

/** Returns `data` of a success response. Throws `RequestError`. */
export async function request<Data>(method: Method, path: string, options: Options = {}): Promise<Data> {
  const response = await send(method, path, options)
  const body = await readJson<{ success: true; data: Data } | ErrorEnvelope>(response)
  if (body.success) return body.data
  const { code, message, details = [] } = body.error
  throw new RequestError(message, failureOf(response, code, details))
}

/** Returns a file. Throws `RequestError`. */
export async function requestBlob(path: string): Promise<Blob> {
  const response = await send('GET', path, {})
  if (response.ok) return response.blob()
  const body = await readJson<ErrorEnvelope>(response)
  const { code, message, details = [] } = body.error
  throw new RequestError(message, failureOf(response, code, details))
}

async function send(method: Method, path: string, { body, signal }: Options): Promise<Response> {
  try {
    return await fetch(withHiddenText(path), {
      method,
      credentials: 'same-origin',
      headers: method === 'GET' ? {} : writingHeaders(),
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      ...(signal !== undefined && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new RequestError('Couldn’t reach Surveyor. Check your network connection and try again.', {
      status: 0,
      code: 'UNREACHABLE',
      details: [],
      requestId: null,
    })
  }
}

function writingHeaders(): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    ...(shownOrganization !== null && { [organizationHeader]: shownOrganization }),
  }
}

async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  try {
    return JSON.parse(text === '' ? 'null' : visibleText(text)) as Body
  } catch {
    throw new RequestError(
      `Unexpected response from Surveyor (HTTP status ${response.status}). Try again later.`,
      failureOf(response, 'UNREADABLE', []),
    )
  }
}

function failureOf(response: Response, code: string, details: readonly ErrorDetail[]): RequestFailure {
  return { status: response.status, code, details, requestId: response.headers.get('x-request-id') }
}

/** Whether the error is a 404, or a validation error of an ID that cannot exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  const { status, code, details } = error.failure
  const isInvalidId = code === 'VALIDATION_ERROR' && details.length > 0 && details.every(({ path }) => path[0] === 'id')
  return status === 404 || isInvalidId
}

/** The message for a form field, if the error names the field. Names within others have dots, such as `destination.url`. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined
  return error.failure.details.find(({ path }) => path[0] === field || path.slice(0, 2).join('.') === field)?.message
}
