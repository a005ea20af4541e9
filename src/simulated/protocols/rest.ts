/**
 * Implements the REST-XML and REST-JSON protocols: operations by method and path, members in path, query, headers, or
 * body.
 */
import { FromStringShapeDeserializer, ToStringShapeSerializer } from '@smithy/core/protocols'
import type { NormalizedSchema } from '@smithy/core/schema'
import type { ReceivedRequest } from '../signature.ts'
import { membersOf, type Route, type WireOperation } from './operation.ts'
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
  async readInput(service, { input, route }, request) {
    const labels = route?.path.exec(request.path)?.groups ?? {}
    const given = membersOf(input)
      .map(([name, member]) => [name, readBinding(member, labels[name], request)] as const)
      .filter(([, value]) => value !== undefined)
    const body = request.body.length > 0 ? await service.readBody(input, request.body) : {}
    return { ...Object.fromEntries(given), ...body }
  },
  writeOutput(service, { output: schema, route }, output, requestId) {
    const values = output as Readonly<Record<string, unknown>>
    const told = membersOf(schema).filter(([name]) => values[name] !== undefined)
    const [payloadName = '', payload] = told.find(([, member]) => member.getMergedTraits().httpPayload === 1) ?? []
    const body = service.writeBody(payload ?? schema, payload === undefined ? output : values[payloadName])
    const headers = told.flatMap(([name, member]) => {
      const { httpHeader } = member.getMergedTraits()
      return httpHeader === undefined ? [] : [[httpHeader.toLowerCase(), toText(member, values[name])] as const]
    })
    const isXml = service.protocol === 'restXml'
    return {
      status: route?.status ?? 200,
      headers: {
        'content-type': isXml ? 'application/xml' : 'application/json',
        'x-amzn-requestid': requestId,
        'x-amz-request-id': requestId,
        ...Object.fromEntries(headers),
      },
      body:
        isXml && typeof body === 'string' && body.startsWith('<')
          ? `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
          : body,
    }
  },
}

function fits(route: Route, request: ReceivedRequest): boolean {
  return (
    route.method === request.method &&
    route.path.test(request.path) &&
    [...route.query].every(([key, value]) => request.query[key] === value)
  )
}

/** Returns the value of a member outside of the body: in the path, the query, or a header. */
function readBinding(
  member: NormalizedSchema,
  label: string | undefined,
  { query, headers }: ReceivedRequest,
): unknown {
  const { httpLabel, httpQuery = '', httpQueryParams, httpHeader } = member.getMergedTraits()
  if (httpQueryParams !== undefined) return query
  if (httpLabel === 1) return readText(member, decodeURIComponent(label ?? ''))
  if (httpHeader !== undefined) return readText(member, headers[httpHeader.toLowerCase()])
  const sent = [query[httpQuery] ?? []].flat()
  if (!member.isListSchema() || sent.length === 0) return readText(member, sent[0])
  return sent.map((text) => readText(member.getValueSchema(), text))
}

function readText(schema: NormalizedSchema, text: string | undefined): unknown {
  const value: unknown = text === undefined ? undefined : fromString.read(schema, text)
  return value
}

function toText(schema: NormalizedSchema, value: unknown): string {
  const serializer = new ToStringShapeSerializer(settings)
  serializer.write(schema, value)
  return serializer.flush()
}
