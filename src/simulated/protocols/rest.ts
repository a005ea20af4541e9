/**
 * Implements the REST-XML and REST-JSON protocols: operations by method and path, members in path, query, headers, or
 * body.
 */
import { FromStringShapeDeserializer, ToStringShapeSerializer } from '@smithy/core/protocols'
import type { NormalizedSchema } from '@smithy/core/schema'
import { ProviderError } from '../provider-error.ts'
import type { ReceivedRequest } from '../signature.ts'
import type { Route, WireOperation, WireService } from './operation.ts'
import type { WireProtocol } from './wire-protocol.ts'

const settings = { timestampFormat: { useTrait: true, default: 5 }, httpBindings: true } as const
const fromString = new FromStringShapeDeserializer(settings)

export const restProtocol: WireProtocol = {
  findOperation(service, request) {
    let best: WireOperation | undefined
    for (const operation of service.operations.values()) {
      const { route } = operation
      if (route !== null && fits(route, request) && route.weight > (best?.route?.weight ?? -1)) best = operation
    }
    return best ?? { unknown: `${request.method} ${request.path}` }
  },
  async readInput(service, operation, request) {
    return readBindings(service, operation, request)
  },
  writeOutput(service, operation, output, requestId) {
    const values = output as Record<string, unknown>
    const headers: Record<string, string> = {
      'content-type': service.protocol === 'restXml' ? 'application/xml' : 'application/json',
      'x-amzn-requestid': requestId,
      'x-amz-request-id': requestId,
    }
    let status = operation.route?.status ?? 200
    let payload: { readonly schema: NormalizedSchema; readonly value: unknown } | null = null
    const body: Record<string, unknown> = {}
    for (const [name, member] of members(operation.output)) {
      const value = values[name]
      if (value === undefined || value === null) continue
      const traits = member.getMergedTraits()
      if (traits.httpHeader !== undefined) headers[traits.httpHeader.toLowerCase()] = toText(member, value)
      else if (traits.httpPrefixHeaders !== undefined) {
        for (const [key, text] of Object.entries(value)) headers[`${traits.httpPrefixHeaders}${key}`] = String(text)
      } else if (traits.httpResponseCode === 1) status = Number(value)
      else if (traits.httpPayload === 1) payload = { schema: member, value }
      else body[name] = value
    }
    return {
      status,
      headers,
      body: writeBody(service, operation, payload ?? { schema: operation.output, value: body }),
    }
  },
}

function writeBody(
  service: WireService,
  operation: WireOperation,
  content: { readonly schema: NormalizedSchema; readonly value: unknown },
): string | Uint8Array {
  if (service.codec === null || !operation.output.isStructSchema()) return ''
  const serializer = service.codec.createSerializer()
  serializer.write(content.schema, content.value)
  const body = serializer.flush() as string | Uint8Array
  return service.protocol === 'restXml' && typeof body === 'string' && body.startsWith('<')
    ? `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
    : body
}

function fits(route: Route, request: ReceivedRequest): boolean {
  return (
    route.method === request.method &&
    route.path.test(request.path) &&
    [...route.query].every(([key, value]) => request.query[key] === value)
  )
}

async function readBindings(
  service: WireService,
  operation: WireOperation,
  request: ReceivedRequest,
): Promise<Record<string, unknown>> {
  const labels = operation.route?.path.exec(request.path)?.groups ?? {}
  const unread = new Set(Object.keys(request.query).filter((key) => operation.route?.query.has(key) !== true))
  const input: Record<string, unknown> = {}
  let hasBody = false
  let openQuery: string | null = null
  for (const [name, member] of members(operation.input)) {
    const traits = member.getMergedTraits()
    if (traits.httpLabel === 1) input[name] = fromText(member, decodeURIComponent(labels[name] ?? ''))
    else if (traits.httpQuery !== undefined) {
      unread.delete(traits.httpQuery)
      const value = request.query[traits.httpQuery]
      if (value === undefined) continue
      input[name] = member.isListSchema()
        ? [value].flat().map((item) => fromText(member.getValueSchema(), item))
        : fromText(member, [value].flat()[0])
    } else if (traits.httpQueryParams !== undefined) openQuery = name
    else if (traits.httpHeader !== undefined) {
      const value = request.headers[traits.httpHeader.toLowerCase()]
      if (value !== undefined) input[name] = fromText(member, value)
    } else if (traits.httpPayload === 1) {
      if (request.body.length > 0) input[name] = await readBody(service, member, request.body)
    } else if (traits.httpPrefixHeaders === undefined) hasBody = true
  }
  const [unknown] = unread
  if (openQuery !== null) input[openQuery] = Object.fromEntries([...unread].map((key) => [key, request.query[key]]))
  else if (unknown !== undefined) {
    throw new ProviderError('UnknownParameter', `The query parameter ${unknown} is not recognized`)
  }
  if (hasBody && request.body.length > 0) Object.assign(input, await readBody(service, operation.input, request.body))
  return input
}

async function readBody(service: WireService, schema: NormalizedSchema, body: Buffer): Promise<unknown> {
  if (service.codec === null) return {}
  const value: unknown = await service.codec.createDeserializer().read(schema, body)
  return value
}

function members(schema: NormalizedSchema): Iterable<[string, NormalizedSchema]> {
  return schema.isStructSchema() ? schema.structIterator() : []
}

function fromText(schema: NormalizedSchema, text: string | undefined): unknown {
  const value: unknown = text === undefined ? undefined : fromString.read(schema, text)
  return value
}

function toText(schema: NormalizedSchema, value: unknown): string {
  const serializer = new ToStringShapeSerializer(settings)
  serializer.write(schema, value)
  return serializer.flush()
}
