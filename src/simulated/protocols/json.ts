/** Implements the JSON 1.0 and 1.1 protocols: the operation in `X-Amz-Target`, input and output as JSON bodies. */
import type { WireProtocol } from './wire-protocol.ts'

export const jsonProtocol: WireProtocol = {
  findOperation(service, request) {
    const [prefix, name = ''] = (request.headers['x-amz-target'] ?? '').split('.')
    if (prefix !== service.targetPrefix) return null
    return service.operations.get(name) ?? { unknown: name }
  },
  readInput: (service, operation, request) => service.readBody(operation.input, request.body),
  writeOutput: (service, operation, output, requestId) => ({
    status: 200,
    headers: {
      'content-type': `application/x-amz-json-${service.protocol === 'awsJson1_0' ? '1.0' : '1.1'}`,
      'x-amzn-requestid': requestId,
    },
    body: service.writeBody(operation.output, output),
  }),
}
