/**
 * Describes an SDK client package for the simulated cloud: its operations with their schemas, its protocol, and its
 * namespaces.
 */
import { deref, NormalizedSchema } from '@smithy/core/schema'
import type { Codec, StaticOperationSchema } from '@smithy/types'

/** The used part of a client's resolved configuration. Every generated client has it. */
export type SdkClient = {
  readonly config: { readonly protocol: unknown; readonly protocolSettings?: unknown; readonly apiVersion: string }
}

const protocolNames = ['ec2Query', 'awsQuery', 'restXml', 'restJson1', 'awsJson1_0', 'awsJson1_1'] as const
export type ProtocolName = (typeof protocolNames)[number]

/** One AWS operation, whether it is simulated or not. */
export type WireOperation = {
  readonly name: string
  readonly input: NormalizedSchema
  readonly output: NormalizedSchema
  /** Only for REST protocols. */
  readonly route: Route | null
}

export type Route = {
  readonly method: string
  /** Has a named group for each label. */
  readonly path: RegExp
  /** The static query. */
  readonly query: URLSearchParams
  /** How specific it is: more literal path segments first, then more query parameters. */
  readonly weight: number
  /** The status of a success. */
  readonly status: number
}

export type WireService = {
  readonly protocol: ProtocolName
  readonly version: string
  readonly xmlNamespace: string
  /** The prefix of `X-Amz-Target`, for JSON protocols. */
  readonly targetPrefix: string
  /** Not for the query protocols, like `writeBody`. */
  readonly readBody: (schema: NormalizedSchema, body: Uint8Array) => Promise<Record<string, unknown>>
  readonly writeBody: (schema: NormalizedSchema, value: unknown) => string | Uint8Array
  readonly operations: ReadonlyMap<string, WireOperation>
}

/** Describes an SDK client package. `module` is its namespace import, `client` any instance of its client. */
export function describeWireService(module: Readonly<Record<string, unknown>>, client: SdkClient): WireService {
  const protocol = client.config.protocol as {
    getShapeId(): string
    getPayloadCodec(): Codec<Uint8Array, string | Uint8Array>
    setSerdeContext(context: unknown): void
  }
  const settings = (client.config.protocolSettings ?? {}) as { xmlNamespace?: string; serviceTarget?: string }
  const shapeId = protocol.getShapeId()
  const name = protocolNames.find((candidate) => shapeId === `aws.protocols#${candidate}`)
  if (name === undefined) throw new Error(`The simulated cloud does not support the protocol ${shapeId}`)
  protocol.setSerdeContext(client.config)
  return {
    protocol: name,
    version: client.config.apiVersion,
    xmlNamespace: settings.xmlNamespace ?? '',
    targetPrefix: settings.serviceTarget ?? '',
    readBody: async (schema, body) => protocol.getPayloadCodec().createDeserializer().read(schema, body),
    writeBody(schema, value) {
      const serializer = protocol.getPayloadCodec().createSerializer()
      serializer.write(schema, value)
      return serializer.flush()
    },
    operations: new Map(
      Object.values(module)
        .filter(isOperationSchema)
        .map((schema) => [schema[2], wireOperation(schema)]),
    ),
  }
}

/** Operation schemas are tuples that begin with 9, see `StaticOperationSchema` of `@smithy/types`. */
function isOperationSchema(value: unknown): value is StaticOperationSchema {
  return Array.isArray(value) && value[0] === 9 && typeof value[2] === 'string'
}

function wireOperation([, , name, traits, input, output]: StaticOperationSchema): WireOperation {
  const http = typeof traits === 'object' ? traits.http : undefined
  const inputSchema = NormalizedSchema.of(deref(input))
  return {
    name,
    input: inputSchema,
    output: NormalizedSchema.of(deref(output)),
    route: http === undefined ? null : routeOf(http[0], withLeadingLabels(http[1], inputSchema), http[2]),
  }
}

function routeOf(method: string, template: string, status: number): Route {
  const [path = '', query = ''] = template.split('?')
  const segments = path.split('/').filter((segment) => segment !== '')
  const literals = segments.filter((segment) => !segment.startsWith('{'))
  // Greedy labels, such as `{Key+}`, include slashes.
  const patterns = segments.map((segment) =>
    segment.replace(/^\{(\w+)(\+?)\}$/, (_label, name, greedy) => `(?<${name}>${greedy === '+' ? '.+' : '[^/]+'})`),
  )
  const search = new URLSearchParams(query)
  return {
    method,
    path: new RegExp(`^/${patterns.join('/')}/?$`, 'u'),
    query: search,
    weight: literals.length * 10 + search.size,
    status,
  }
}

/** Operations without parameters have no structure as their input. */
export function membersOf(schema: NormalizedSchema): readonly [name: string, member: NormalizedSchema][] {
  return schema.isStructSchema() ? [...schema.structIterator()] : []
}

/** S3's templates lack the bucket, because its endpoint rules add it to the host or, as here, before the path. */
function withLeadingLabels(template: string, input: NormalizedSchema): string {
  const labels = membersOf(input).flatMap(([name, member]) => (member.getMergedTraits().httpLabel === 1 ? [name] : []))
  const missing = labels.filter((name) => !template.includes(`{${name}}`) && !template.includes(`{${name}+}`))
  return missing.map((name) => `/{${name}}`).join('') + template
}
