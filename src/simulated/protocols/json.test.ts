import { AwsJson1_0Protocol, AwsJson1_1Protocol } from '@aws-sdk/core/protocols'
import * as module from '@aws-sdk/client-lambda'
import type { ListFunctionsRequest, ListFunctionsResponse } from '@aws-sdk/client-lambda'
import { expect, test } from 'vitest'
import { idleClient } from '../service.ts'
import { jsonProtocol } from './json.ts'
import { describeWireService } from './operation.ts'

const settings = { defaultNamespace: 'com.amazonaws.lambda', serviceTarget: 'AWSLambda', errorTypeRegistries: [] }

test.each([
  ['1.0', AwsJson1_0Protocol],
  ['1.1', AwsJson1_1Protocol],
] as const)('JSON %s: exchanges requests and responses with the real client', async (version, protocol) => {
  const client = new module.LambdaClient({ ...idleClient, protocol, protocolSettings: settings, maxAttempts: 1 })
  const service = describeWireService(module, client)
  const functions = [{ FunctionName: '数据库 <b>', MemorySize: 128, Environment: { Variables: { A: 'x' } } }]
  const inputs: unknown[] = []
  client.config.requestHandler = {
    ...client.config.requestHandler,
    async handle(request) {
      const received = {
        method: request.method,
        path: request.path,
        query: {},
        headers: request.headers,
        body: Buffer.from(new TextDecoder().decode(request.body as Uint8Array)),
      }
      const operation = jsonProtocol.findOperation(service, received)
      if (operation === null || 'unknown' in operation) throw new Error('The operation was not found')
      inputs.push(await jsonProtocol.readInput(service, operation, received))
      const answer = jsonProtocol.writeOutput(
        service,
        operation,
        { Functions: functions, NextMarker: 'm' },
        'request-1',
      )
      expect(answer.headers['content-type']).toBe(`application/x-amz-json-${version}`)
      return {
        response: {
          statusCode: answer.status,
          headers: { ...answer.headers },
          body: new Blob([answer.body]).stream(),
        },
      }
    },
  }
  const input: ListFunctionsRequest = { MaxItems: 7, Marker: 'ä' }
  const output: ListFunctionsResponse = await client.send(new module.ListFunctionsCommand(input))
  expect(output).toMatchObject({ Functions: functions, NextMarker: 'm' })
  expect(inputs).toEqual([input])
  const foreign = { method: 'POST', path: '/', query: {}, body: Buffer.from('{}') }
  expect(
    jsonProtocol.findOperation(service, { ...foreign, headers: { 'x-amz-target': 'Other.ListFunctions' } }),
  ).toBeNull()
  expect(jsonProtocol.findOperation(service, { ...foreign, headers: { 'x-amz-target': 'AWSLambda.Nothing' } })).toEqual(
    {
      unknown: 'Nothing',
    },
  )
})
