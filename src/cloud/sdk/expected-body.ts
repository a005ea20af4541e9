/** Derives the expected body of an operation's response from the SDK's output schema, once per operation. */
import { deref, NormalizedSchema } from '@smithy/core/schema'
import type { StaticOperationSchema } from '@smithy/types'

export type ExpectedBody = {
  readonly format: 'json' | 'xml'
  /** XML only: the name of the root element. SDKs that check it accept no other for the called operations. */
  readonly root: string
  /** XML only: the element within the root that contains the members; `null` if the root does. */
  readonly result: string | null
  /** The names of the output's members in the body. */
  readonly members: ReadonlySet<string>
  /** XML only: the repeated element within a list member. */
  readonly itemTags: ReadonlyMap<string, string>
  /** The SDK's names of list members. */
  readonly lists: readonly string[]
}

type Bodies = WeakMap<StaticOperationSchema, ExpectedBody | null>

const byProtocol = new Map<string, Bodies>()

/** `protocol`: its shape ID, for example `aws.protocols#ec2Query`. Returns `null` if nothing is read from the body. */
export function expectedBody(protocol: string, operation: StaticOperationSchema): ExpectedBody | null {
  const known = byProtocol.get(protocol) ?? (new WeakMap() as Bodies)
  byProtocol.set(protocol, known)
  const body = known.get(operation)
  if (body !== undefined) return body
  const made = bodyOf(protocol, operation)
  known.set(operation, made)
  return made
}

function bodyOf(protocol: string, [, , name, , , outputSchema]: StaticOperationSchema): ExpectedBody | null {
  const output = NormalizedSchema.of(deref(outputSchema))
  if (!output.isStructSchema()) return null
  const isQuery = protocol === 'aws.protocols#awsQuery' || protocol === 'aws.protocols#ec2Query'
  const payload = [...output.structIterator()].find(([, member]) => member.getMergedTraits().httpPayload === 1)?.[1]
  // A text or blob can have any content.
  if (payload !== undefined && !payload.isStructSchema()) return null
  const content = payload ?? output
  const members = [...content.structIterator()].filter(([, member]) => !isInHead(member))
  if (members.length === 0) return null
  const isXml = isQuery || protocol === 'aws.protocols#restXml'
  const wireNames = members.map(([member, schema]) => [wireName(protocol, member, schema), schema] as const)
  return {
    format: isXml ? 'xml' : 'json',
    root: isQuery ? `${name}Response` : (content.getMergedTraits().xmlName ?? content.getName() ?? ''),
    result: protocol === 'aws.protocols#awsQuery' ? `${name}Result` : null,
    members: new Set(wireNames.map(([member]) => member)),
    itemTags: new Map(wireNames.flatMap(([member, schema]) => itemTag(schema).map((tag) => [member, tag] as const))),
    lists: payload === undefined ? members.flatMap(([member, schema]) => (schema.isListSchema() ? member : [])) : [],
  }
}

function isInHead(member: NormalizedSchema): boolean {
  const { httpHeader, httpPrefixHeaders, httpResponseCode } = member.getMergedTraits()
  return httpHeader !== undefined || httpPrefixHeaders !== undefined || httpResponseCode === 1
}

function wireName(protocol: string, name: string, member: NormalizedSchema): string {
  if (protocol === 'aws.protocols#restJson1') return member.getMergedTraits().jsonName ?? name
  return protocol.startsWith('aws.protocols#awsJson') ? name : (member.getMemberTraits().xmlName ?? name)
}

function itemTag(member: NormalizedSchema): readonly string[] {
  if (!member.isListSchema() || member.getMergedTraits().xmlFlattened === 1) return []
  return [member.getValueSchema().getMergedTraits().xmlName ?? 'member']
}
