/** Implements the SDK's XML protocols with a faster response parser, for the client option `protocol`. */
import {
  AwsEc2QueryProtocol,
  AwsQueryProtocol,
  AwsRestXmlProtocol,
  XmlShapeDeserializer,
} from '@aws-sdk/core/protocols'
import { FromStringShapeDeserializer, HttpInterceptingShapeDeserializer } from '@smithy/core/protocols'
import { NormalizedSchema } from '@smithy/core/schema'
import type { Schema } from '@smithy/types'
import { notPlain, readPlainXml } from './read-plain-xml.ts'
import { planOf } from './shape-plan.ts'

/** Parses like the SDK's own parser. Errors, and documents other than plain XML, are passed to that parser. */
class FastXmlDeserializer extends XmlShapeDeserializer {
  // Without a client's context, which only has decoders that all clients share. Plans outlive clients.
  readonly #scalars: FromStringShapeDeserializer

  constructor(settings: XmlShapeDeserializer['settings']) {
    super(settings)
    this.#scalars = new FromStringShapeDeserializer(settings)
  }

  override read(schema: Schema, bytes: Uint8Array | string, key?: string): unknown {
    const normalized = NormalizedSchema.of(schema)
    if (normalized.isStructSchema()) {
      const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : asBuffer(bytes)
      const value = readPlainXml(buffer, planOf(normalized, this.#scalars), key)
      if (value !== notPlain) return value
    }
    const value: unknown = super.read(schema, bytes, key)
    return value
  }
}

/** Shares the memory. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

class FastEc2QueryProtocol extends AwsEc2QueryProtocol {
  constructor(options: ConstructorParameters<typeof AwsEc2QueryProtocol>[0]) {
    super(options)
    this.deserializer = new FastXmlDeserializer(this.deserializer.settings)
  }
}

class FastQueryProtocol extends AwsQueryProtocol {
  constructor(options: ConstructorParameters<typeof AwsQueryProtocol>[0]) {
    super(options)
    this.deserializer = new FastXmlDeserializer(this.deserializer.settings)
  }
}

class FastRestXmlProtocol extends AwsRestXmlProtocol {
  constructor(options: ConstructorParameters<typeof AwsRestXmlProtocol>[0]) {
    super(options)
    const { settings } = this.getPayloadCodec()
    this.deserializer = new HttpInterceptingShapeDeserializer(new FastXmlDeserializer(settings), settings)
  }
}

export type FastXmlProtocol = typeof FastEc2QueryProtocol | typeof FastQueryProtocol | typeof FastRestXmlProtocol

const fastProtocols: Readonly<Record<string, FastXmlProtocol>> = {
  'aws.protocols#ec2Query': FastEc2QueryProtocol,
  'aws.protocols#awsQuery': FastQueryProtocol,
  'aws.protocols#restXml': FastRestXmlProtocol,
}

/** For a client's resolved configuration. Returns `null` if its protocol doesn't use XML. */
export function fastXmlProtocolFor(configuration: object): FastXmlProtocol | null {
  const { protocol } = configuration as { readonly protocol?: { getShapeId?(): string } }
  return fastProtocols[protocol?.getShapeId?.() ?? ''] ?? null
}
