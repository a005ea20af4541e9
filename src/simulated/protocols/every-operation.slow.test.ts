import type { NormalizedSchema } from '@smithy/core/schema'
import type { HttpRequest } from '@smithy/types'
import { expect, test } from 'vitest'
import { sampleValue } from '../../../test/support/sample-value.ts'
import { idleClient } from '../service.ts'
import { loadServices } from '../service-catalogue.ts'
import type { LoadedService } from '../service-catalogue.ts'
import type { WireOperation } from './operation.ts'
import { wireProtocols } from './wire-protocols.ts'

type Client = { send(command: unknown): Promise<Record<string, unknown>> }
type Constructor = new (input: unknown) => Client

/** Removes values that are the same as absent on the wire: undefined members, empty lists, empty structures. */
function significant(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `bytes ${value.join(' ')}`
  // Text with a JSON media type is read as an object that is also a string.
  if (Object.prototype.toString.call(value) === '[object String]') return String(value)
  if (Array.isArray(value)) {
    const items = value.map(significant).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, significant(member)] as const)
  const kept = entries.filter(([, member]) => member !== undefined)
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function hasStream(schema: NormalizedSchema): boolean {
  return schema.isStructSchema() && [...schema.structIterator()].some(([, member]) => member.isStreaming())
}

/** Sends the sample with the real client. Returns what each side has read. */
async function exchange(service: LoadedService, operation: WireOperation, input: unknown, output: object) {
  const protocol = wireProtocols[service.wire.protocol]
  const read: unknown[] = []
  const requestHandler = {
    async handle(request: HttpRequest) {
      const received = {
        method: request.method,
        path: request.path,
        query: Object.fromEntries(Object.entries(request.query ?? {}).map(([name, value]) => [name, value ?? ''])),
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        body: bodyOf(request.body as string | Uint8Array | undefined),
      }
      expect(protocol.findOperation(service.wire, received)).toBe(operation)
      read.push(await protocol.readInput(service.wire, operation, received))
      const { status, headers, body } = protocol.writeOutput(service.wire, operation, output, 'request-1')
      return { response: { statusCode: status, headers: { ...headers }, body: new Blob([bodyOf(body)]).stream() } }
    },
  }
  const constructors = service.module as Readonly<Record<string, Constructor>>
  const Client = service.client.constructor as Constructor
  const Command = constructors[`${operation.name}Command`]
  if (Command === undefined) throw new Error(`The client has no command for ${operation.name}`)
  const endpoint = 'http://127.0.0.1:1'
  const client = new Client({ ...idleClient, endpoint, forcePathStyle: true, maxAttempts: 1, requestHandler })
  const { $metadata: _metadata, ...answer } = await client.send(new Command(input))
  return { read: read[0], answer }
}

function bodyOf(body: string | Uint8Array | undefined): Buffer<ArrayBuffer> {
  if (body === undefined || typeof body === 'string') return Buffer.from(body ?? '')
  // The SDK's JSON codec returns byte arrays that act as strings when copied. Only their memory is used.
  return Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
}

const services = await loadServices()

test.each(services)('every read operation of $name is transferred correctly in both directions', async (service) => {
  const operations = [...service.wire.operations.values()].filter(
    ({ name, output }) => /^(Describe|List|Get)/.test(name) && !hasStream(output),
  )
  expect(operations.length).toBeGreaterThan(0)
  for (const operation of operations) {
    const input = sampleValue(operation.input) ?? {}
    const output = sampleValue(operation.output) ?? {}
    const { read, answer } = await exchange(service, operation, input, output)
    expect(significant(read), `input of ${operation.name}`).toEqual(significant(input))
    expect(significant(answer), `output of ${operation.name}`).toEqual(significant(output))
  }
})
