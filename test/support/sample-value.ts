/** Generates values of any SDK shape, for requests and responses. */
import type { NormalizedSchema } from '@smithy/core/schema'

const deepest = 4
/** The S3 client hashes and encodes these before it sends them. */
const rewrittenBySdk = new Set(['SSECustomerKey', 'SSECustomerKeyMD5'])

/** Returns a value with every member set, up to a depth that ends recursive shapes. */
export function sampleValue(schema: NormalizedSchema, depth = 0): unknown {
  if (depth > deepest || schema.isStreaming()) return undefined
  if (schema.isUnionSchema()) {
    const [first] = [...schema.structIterator()]
    return first === undefined ? undefined : { [first[0]]: sampleValue(first[1], depth + 1) }
  }
  if (schema.isStructSchema()) {
    const members = [...schema.structIterator()].filter(([name]) => !rewrittenBySdk.has(name))
    return Object.fromEntries(members.map(([name, member]) => [name, sampleValue(member, depth + 1)]))
  }
  if (schema.isListSchema()) return [sampleValue(schema.getValueSchema(), depth + 1)]
  if (schema.isMapSchema()) return { key: sampleValue(schema.getValueSchema(), depth + 1) }
  if (schema.isTimestampSchema()) return new Date('2026-01-02T03:04:05Z')
  if (schema.isBooleanSchema()) return true
  if (schema.isNumericSchema()) return 7
  if (schema.isBlobSchema()) return new Uint8Array([123, 0, 255, 125])
  return schema.isStringSchema() ? 'ä <&"x' : undefined
}
