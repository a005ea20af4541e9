import { expect, test } from 'vitest'
import { createResponseMemory, holdResponses } from '../../cloud/responses/response-memory.ts'
import type { SdkClient } from '../../cloud/sdk/client.ts'
import { meteredClient } from './call-meter.ts'

const { signal } = new AbortController()
const held = holdResponses(createResponseMemory())

function command(input: object): never {
  return { schema: [9, 'com.amazonaws', 'DescribeVpcs', 2, {}, {}], input } as never
}

test('calls have the abort signal of the scan and the owner of their responses', async () => {
  const options: unknown[] = []
  const client = { send: (_: never, given: unknown) => Promise.resolve(options.push(given)) } as unknown as SdkClient
  const meter = { calls: 0, retries: 0 }
  await meteredClient(client, { meter, signal, held }).send(command({}))
  await meteredClient(client, { meter, signal }).send(command({}))
  expect(options).toStrictEqual([{ abortSignal: signal, held }, { abortSignal: signal }])
  expect(meter).toEqual({ calls: 2, retries: 0 })
})

test('does not request the same page twice', async () => {
  const client = { send: () => Promise.resolve({}) } as unknown as SdkClient
  const meter = { calls: 0, retries: 0 }
  const metered = meteredClient(client, { meter, signal, held })
  await metered.send(command({ NextToken: 'a' }))
  await expect(metered.send(command({ NextToken: 'a' }))).rejects.toThrow('The list of DescribeVpcs never ends')
  expect(meter.calls).toBe(1)
})
