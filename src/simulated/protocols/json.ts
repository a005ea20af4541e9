/** Implements the JSON 1.0 and 1.1 protocols: the operation in `X-Amz-Target`, input and output as JSON bodies. */
import type { WireProtocol } from './wire-protocol.ts'

export const jsonProtocol: WireProtocol = {
  findOperation(service, request) {
    const [prefix, name = ''] = (request.headers['x-amz-target'] ?? '').split('.')
    if (prefix !== service.targetPrefix) return null
    return service.operations.get(name) ?? { unknown: name }
  },
  async readInput(service, operation, request) {
    if (service.codec === null || request.body.length === 0 || !operation.input.isStructSchema()) return {}
    const input: unknown = await service.codec.createDeserializer().read(operation.input, request.body)
    return input as Record<string, unknown>
  },
  writeOutput(service, operation, output, requestId) {
    const serializer = service.codec?.createSerializer()
    if (operation.output.isStructSchema()) serializer?.write(operation.output, output)
    return {
      status: 200,
      headers: {
        'content-type': `application/x-amz-json-${service.protocol === 'awsJson1_0' ? '1.0' : '1.1'}`,
        'x-amzn-requestid': requestId,
      },
      body: operation.output.isStructSchema() ? ((serializer?.flush() ?? '{}') as string | Uint8Array) : '{}',
    }
  },
}
