import { DescribeSubnetsCommand, DescribeVpcsCommand } from '@aws-sdk/client-ec2'
import { DescribeLoadBalancersCommand } from '@aws-sdk/client-elastic-load-balancing-v2'
import { ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import { assumeFirstRole, createClients } from '../../test/support/simulated-account.ts'
import type { Clients } from '../../test/support/simulated-account.ts'
import { createFaultInjector } from './faults.ts'
import type { Faults } from './faults.ts'
import { startSimulatedCloud } from './simulated-cloud.ts'
import type { SimulatedCloud } from './simulated-cloud.ts'

let cloud: SimulatedCloud
let clients: Clients

beforeEach(async () => {
  cloud = await startSimulatedCloud({ world: 'three-tier' })
  clients = createClients(cloud, await assumeFirstRole(cloud))
  return () => cloud.close()
})

const like = ([name, httpStatusCode]: readonly [string, number]) => ({ name, $metadata: { httpStatusCode } })
const describeVpcs = () => clients.ec2.send(new DescribeVpcsCommand())

test.each([
  [
    'throttle',
    ['RequestLimitExceeded', 503],
    ['Throttling', 400],
    ['TooManyRequestsException', 429],
    ['SlowDown', 503],
  ],
  [
    'internal-error',
    ['InternalError', 500],
    ['InternalFailure', 500],
    ['ServiceException', 500],
    ['InternalError', 500],
  ],
  [
    'unavailable',
    ['Unavailable', 503],
    ['ServiceUnavailable', 503],
    ['ServiceUnavailableException', 503],
    ['ServiceUnavailable', 503],
  ],
  [
    'deny',
    ['UnauthorizedOperation', 403],
    ['AccessDenied', 403],
    ['AccessDeniedException', 403],
    ['AccessDenied', 403],
  ],
] as const)('%s has the error message of each service', async (effect, ec2, query, json, s3) => {
  cloud.setFaults({ rules: [{ effect }] })
  await expect(describeVpcs()).rejects.toMatchObject(like(ec2))
  await expect(clients.elasticLoadBalancing.send(new DescribeLoadBalancersCommand())).rejects.toMatchObject(like(query))
  await expect(clients.lambda.send(new ListFunctionsCommand())).rejects.toMatchObject(like(json))
  await expect(clients.s3.send(new ListBucketsCommand())).rejects.toMatchObject(like(s3))
})

test('a rule applies only to matching calls, up to its limit', async () => {
  cloud.setFaults({
    rules: [
      { service: 'ec2', operation: 'DescribeVpcs', region: 'us-east-1', effect: 'throttle', times: 2 },
      { region: 'eu-west-1', effect: 'unavailable' },
    ],
  })
  await expect(clients.ec2.send(new DescribeSubnetsCommand())).resolves.toHaveProperty('Subnets')
  await expect(describeVpcs()).rejects.toThrow('Request limit exceeded.')
  await expect(describeVpcs()).rejects.toThrow('Request limit exceeded.')
  await expect(describeVpcs()).resolves.toHaveProperty('Vpcs')
  const names = cloud.calls.filter(({ operation }) => operation === 'DescribeVpcs').map(({ errorCode }) => errorCode)
  expect(names).toEqual(['RequestLimitExceeded', 'RequestLimitExceeded', null])
})

test('reset, truncate, and html are errors for the client, not empty responses', async () => {
  cloud.setFaults({ rules: [{ effect: 'reset' }] })
  await expect(describeVpcs()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(cloud.calls.at(-1)).toMatchObject({ operation: 'DescribeVpcs', status: null, errorCode: 'reset' })
  cloud.setFaults({ rules: [{ effect: 'truncate' }] })
  await expect(describeVpcs()).rejects.toThrow('aborted')
  cloud.setFaults({ rules: [{ effect: 'html' }] })
  await expect(describeVpcs()).rejects.toThrow('Deserialization error')
})

test('slow and latency delay responses; a hanging call never ends', async () => {
  cloud.setFaults({ latencyMs: 30, rules: [{ effect: 'slow', delayMs: 120 }] })
  const startedAt = performance.now()
  await describeVpcs()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(149)
  cloud.setFaults({ rules: [{ effect: 'hang' }] })
  const call = clients.ec2.send(new DescribeVpcsCommand(), { abortSignal: AbortSignal.timeout(200) })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('held calls are answered once other faults are set, by those', async () => {
  cloud.setFaults({ rules: [{ effect: 'hold' }] })
  const held = describeVpcs()
  let isAnswered = false
  void held.finally(() => (isAnswered = true)).catch(() => undefined)
  const aborted = clients.lambda.send(new ListFunctionsCommand(), { abortSignal: AbortSignal.timeout(200) })
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'hold' }] })
  await clients.lambda.send(new ListFunctionsCommand())
  expect(isAnswered).toBe(false)
  cloud.setFaults({ rules: [{ effect: 'deny' }] })
  await expect(held).rejects.toMatchObject(like(['UnauthorizedOperation', 403]))
})

test('the server closes without waiting for hanging calls', async () => {
  cloud.setFaults({ rules: [{ effect: 'hang' }] })
  const outcome = describeVpcs().catch((error: unknown) => error)
  while (cloud.calls.at(-1)?.errorCode !== 'hang') await new Promise((resolve) => setTimeout(resolve, 5))
  await cloud.close()
  expect(await outcome).toMatchObject({ code: 'ECONNRESET' })
  cloud = await startSimulatedCloud({ world: 'empty' })
})

const vpcsCall = {
  service: 'ec2',
  operation: 'DescribeVpcs',
  region: 'us-east-1',
  accountId: '444455556666',
} as const

test('a token bucket allows its burst, throttles, and refills', async () => {
  let clockMs = 0
  const faults: Faults = { tokenBuckets: { ec2: { capacity: 3, refillPerSecond: 20 } } }
  const injector = createFaultInjector(faults, { latencyMs: 0, now: () => clockMs })
  const errors = (calls: number) => Array.from({ length: calls }, () => injector.judge(vpcsCall).error)
  expect(errors(5)).toEqual([null, null, null, 'throttled', 'throttled'])
  clockMs += 100
  expect(errors(3)).toEqual([null, null, 'throttled'])
  cloud.setFaults({ tokenBuckets: { ec2: { capacity: 0, refillPerSecond: 0 } } })
  await expect(describeVpcs()).rejects.toThrow('Request limit exceeded.')
})

function sequence(seed: number): readonly boolean[] {
  const faults: Faults = { seed, rules: [{ effect: 'throttle', probability: 0.3 }] }
  const injector = createFaultInjector(faults, { latencyMs: 0, now: Date.now })
  return Array.from({ length: 1000 }, () => injector.judge(vpcsCall).error !== null)
}

test('randomness depends only on the seed', () => {
  expect(sequence(1)).toEqual(sequence(1))
  expect(sequence(1)).not.toEqual(sequence(2))
  const struck = sequence(1).filter(Boolean).length
  expect(struck).toBeGreaterThan(240)
  expect(struck).toBeLessThan(360)
})

test.each([
  [{ rules: [{ effect: 'explode' }] }, 'rules[0].effect'],
  [{ rules: [{ effect: 'slow', delayMS: 3 }] }, 'rules[0].delayMS'],
  [{ rules: [{ effect: 'slow' }, { effect: 'slow', probability: 2 }] }, 'rules[1].probability'],
  [{ rules: [{ effect: 'slow', service: 'ecc' }] }, 'rules[0].service'],
  [{ rules: {} }, 'rules'],
  [{ latencyMs: -1 }, 'latencyMs'],
  [{ tokenBuckets: { ec2: { capacity: 1 } } }, 'tokenBuckets.ec2.refillPerSecond'],
  [{ tokenBuckets: { nothing: { capacity: 1, refillPerSecond: 1 } } }, 'tokenBuckets.nothing'],
  [{ chaos: true }, 'faults.chaos'],
])('%j is rejected with the name of the field', (faults, field) => {
  expect(() => cloud.setFaults(faults as Faults)).toThrow(field)
})
