/**
 * Rejects invalid responses with a success status: without content, of another content type, or with another root or
 * shape. The SDK reads all of these as a response without members, which would count as an empty list.
 */
import {
  SMITHY_CONTEXT_KEY,
  type DeserializeMiddleware,
  type HttpResponse,
  type StaticOperationSchema,
} from '@smithy/types'
import { ResponseError, ResponseProblem } from '../responses/response-error.ts'
import { checkJson } from './check-json.ts'
import { checkXml } from './check-xml.ts'
import { type ExpectedBody, expectedBody } from './expected-body.ts'
import type { WithMiddleware } from './middleware.ts'

type CheckedClient = WithMiddleware & { readonly config: object }

/** The SDK reads errors from this status on. */
const firstErrorStatus = 300

export function checkResponses(client: CheckedClient): void {
  const { protocol } = client.config as { readonly protocol: { getShapeId(): string } }
  const bodyOf = (operation: StaticOperationSchema) => expectedBody(protocol.getShapeId(), operation)

  const checked: DeserializeMiddleware<object, object> = (next, context) => async (args) => {
    const operation = operationOf(context)
    try {
      const result = await next(args)
      const response = result.response as HttpResponse
      const expected = response.statusCode < firstErrorStatus ? bodyOf(operation) : null
      if (expected !== null) checkBody(response, expected)
      return result
    } catch (error) {
      throw error instanceof ResponseProblem ? new ResponseError(operation[2], error.message) : error
    }
  }

  const explained: DeserializeMiddleware<object, object> = (next, context) => async (args) => {
    const operation = operationOf(context)
    let result
    try {
      result = await next(args)
    } catch (error) {
      throw unreadable(operation[2], error) ?? error
    }
    const output = result.output as Readonly<Record<string, unknown>>
    const wrong = bodyOf(operation)?.lists.find((name) => output[name] !== undefined && !Array.isArray(output[name]))
    if (wrong !== undefined) throw new ResponseError(operation[2], `had no list as "${wrong}"`)
    return result
  }

  const toMiddleware = 'deserializerMiddleware'
  client.middlewareStack.addRelativeTo(checked as never, {
    name: 'checkResponseMiddleware',
    relation: 'after',
    toMiddleware,
  })
  client.middlewareStack.addRelativeTo(explained as never, {
    name: 'explainResponseMiddleware',
    relation: 'before',
    toMiddleware,
  })
}

function operationOf(context: object): StaticOperationSchema {
  const { [SMITHY_CONTEXT_KEY]: call } = context as {
    readonly [SMITHY_CONTEXT_KEY]: { readonly operationSchema: StaticOperationSchema }
  }
  return call.operationSchema
}

/** `body`: bytes from the shared request handler. */
function checkBody({ headers, body }: HttpResponse, expected: ExpectedBody): void {
  const { buffer, byteOffset, byteLength } = body as Uint8Array
  if (byteLength === 0) throw new ResponseProblem('had no content')
  checkContentType(headers['content-type'], expected)
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  if (expected.format === 'json') checkJson(bytes, expected)
  else checkXml(bytes, expected)
}

/** Unspecific content types: services and compatible endpoints omit the type or send one of these. */
const unspecific = /^(?:|text\/plain|(?:application|binary)\/octet-stream)$/
/**
 * Any type of the right family is accepted. AWS itself uses several, for example `application/x-amz-json-1.1` and
 * `application/hal+json`.
 */
const families = {
  json: /^(?:application|text)\/(?:[\w.+-]*[+-])?json(?:-[\d.]+)?$/,
  xml: /^(?:text|application)\/xml$/,
}

function checkContentType(header: string | undefined, { format }: ExpectedBody): void {
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (unspecific.test(type) || families[format].test(type)) return
  const shown = /^[\w.+/-]{1,60}$/.test(type) ? type : '(invalid)'
  throw new ResponseProblem(`was of the content type ${shown} instead of ${format.toUpperCase()}`)
}

/**
 * The SDK's parse errors recommend inspecting a field, and include the whole response. Errors of the service have a
 * `$fault`.
 */
function unreadable(operation: string, error: unknown): ResponseError | null {
  if (!(error instanceof Error) || !('$response' in error) || '$fault' in error) return null
  const { statusCode } = error.$response as HttpResponse
  const problem =
    statusCode < firstErrorStatus
      ? 'could not be parsed; it was truncated or has an undocumented format'
      : `had the status ${statusCode} and could not be parsed`
  return new ResponseError(operation, problem, statusCode)
}
