/** Implements the EC2 query and AWS query protocols: form-encoded requests, XML responses. */
import { XmlShapeSerializer } from '@aws-sdk/core/protocols'
import { FromStringShapeDeserializer } from '@smithy/core/protocols'
import type { NormalizedSchema } from '@smithy/core/schema'
import { membersOf } from './operation.ts'
import type { WireProtocol } from './wire-protocol.ts'

// 5 is `date-time`, the timestamp format of both protocols.
const timestampFormat = { useTrait: true, default: 5 } as const
const scalars = new FromStringShapeDeserializer({ timestampFormat, httpBindings: false })

/** The value of a form field, or the fields below it. */
type FormNode = { value?: string; readonly children: Map<string, FormNode> }

export const queryProtocol: WireProtocol = {
  findOperation(service, request) {
    const form = new URLSearchParams(request.body.toString())
    const action = form.get('Action')
    if (action === null || form.get('Version') !== service.version) return null
    return service.operations.get(action) ?? { unknown: action }
  },
  readInput(service, operation, request) {
    const form = formTree(request.body.toString())
    return Promise.resolve(readStructure(operation.input, form, service.protocol === 'ec2Query'))
  },
  writeOutput(service, operation, output, requestId) {
    const inner = innerXml(service.xmlNamespace, operation.output, output)
    const name = operation.name
    const content =
      service.protocol === 'ec2Query'
        ? `<requestId>${requestId}</requestId>${inner}`
        : `<${name}Result>${inner}</${name}Result><ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`
    return {
      status: 200,
      headers: { 'content-type': 'text/xml;charset=UTF-8', 'x-amzn-requestid': requestId },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name}Response xmlns="${service.xmlNamespace}">${content}</${name}Response>`,
    }
  },
}

/** The serializer uses the output shape as the root, the protocol the operation. Only the content is used. */
function innerXml(xmlNamespace: string, schema: NormalizedSchema, output: object): string {
  const serializer = new XmlShapeSerializer({
    timestampFormat,
    httpBindings: false,
    xmlNamespace,
    serviceNamespace: xmlNamespace,
  })
  serializer.write(schema, output)
  const xml = serializer.flush().toString()
  const start = xml.indexOf('>') + 1
  return xml[start - 2] === '/' ? '' : xml.slice(start, xml.lastIndexOf('</'))
}

function formTree(body: string): FormNode {
  const root: FormNode = { children: new Map() }
  for (const [key, value] of new URLSearchParams(body)) {
    let node = root
    for (const part of key.split('.')) {
      const child: FormNode = node.children.get(part) ?? { children: new Map() }
      node.children.set(part, child)
      node = child
    }
    node.value = value
  }
  return root
}

function readStructure(schema: NormalizedSchema, node: FormNode, ec2: boolean): Record<string, unknown> {
  const given = membersOf(schema).flatMap(([name, member]) => {
    const child = node.children.get(wireName(member, name, ec2))
    return child === undefined ? [] : [[name, readValue(member, child, ec2)] as const]
  })
  return Object.fromEntries(given)
}

/** EC2 query uses its own names, else the XML name in upper case, see the Smithy specification of both protocols. */
function wireName(member: NormalizedSchema, name: string, ec2: boolean): string {
  const traits = member.getMergedTraits()
  if (!ec2) return traits.xmlName ?? name
  if (typeof traits.ec2QueryName === 'string') return traits.ec2QueryName
  const key = traits.xmlName ?? name
  return key.charAt(0).toUpperCase() + key.slice(1)
}

/** No operation that reads has a flattened list or map in AWS query. */
function readValue(schema: NormalizedSchema, node: FormNode, ec2: boolean): unknown {
  if (schema.isStructSchema()) return readStructure(schema, node, ec2)
  if (schema.isListSchema()) {
    const member = schema.getValueSchema()
    const entries = ec2 ? node : node.children.get(member.getMergedTraits().xmlName ?? 'member')
    return [...(entries?.children.values() ?? [])].map((child) => readValue(member, child, ec2))
  }
  if (schema.isMapSchema()) {
    const entries = [...(node.children.get('entry')?.children.values() ?? [])].map(({ children }) => children)
    const read = (entry: FormNode['children']) =>
      readValue(schema.getValueSchema(), entry.get('value') ?? { children: new Map() }, ec2)
    return Object.fromEntries(entries.map((entry) => [entry.get('key')?.value ?? '', read(entry)]))
  }
  const value: unknown = scalars.read(schema, node.value ?? '')
  return value
}
