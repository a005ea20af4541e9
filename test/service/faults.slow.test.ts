/** Tests that external faults end in a status with a helpful message. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceNames } from '../../src/simulated/service-catalogue.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
const withFunctions = { services: [...coreServices, 'lambda'] }
const withBuckets = { services: [...coreServices, 'lambda', 's3'] }

describe('a role that cannot be assumed', () => {
  beforeAll(async () => {
    running = await startRunningService({ services: coreServices })
  })
  afterAll(() => running.close())

  test('a missing role fails the scan with instructions', async () => {
    running.cloud.setRole({ roleArn: roleArn(), externalId: 'x', principalArn: 'arn:aws:iam::999999999999:root' })
    const scan = await running.scan()
    expect(scan).toMatchObject({ status: 'failed', progress: expect.anything() as object })
    expect(scan.errorMessage).toContain(`The IAM role ${roleArn()} could not be assumed.`)
    expect(scan.errorMessage).toMatch(/trust policy/)
  })

  test('a wrong external ID fails the scan with instructions', async () => {
    running.cloud.setRole({ roleArn: roleArn(), externalId: 'another one' })
    const scan = await running.scan()
    expect(scan.status).toBe('failed')
    expect(scan.errorMessage).toMatch(/external ID/)
  })
})

describe('an account that can be read', () => {
  beforeAll(async () => {
    running = await startRunningService(withFunctions)
  })
  beforeEach(() => {
    running.cloud.setFaults({})
    running.cloud.setRole({ roleArn: roleArn(), externalId: null })
  })
  afterAll(() => running.close())

  test('a region that is not enabled fails the scan with instructions', async () => {
    const scan = await running.scan('af-south-1')
    expect(scan.status).toBe('failed')
    expect(scan.errorMessage).toMatch(/af-south-1 is not enabled.*AWS Regions/)
  })

  test.each([
    ['truncate', /closed the connection|truncated/],
    ['html', /of the content type text\/html instead of XML/],
    ['internal-error', /server error/],
    ['reset', /could not be reached|cut/],
  ] as const)('one service with %s for all responses is a failed gap', async (effect, reason) => {
    running.cloud.setFaults({ rules: [{ service: 'rds', effect }] })
    const scan = await running.scan()
    expect(scan.status).toBe('completed')
    expect(scan.progress).not.toHaveProperty('databases')
    const databases = (await running.coverage(scan.id)).find(({ countKey }) => countKey === 'databases')
    expect(databases).toMatchObject({ status: 'failed', count: null })
    expect(databases?.reason).toMatch(reason)
    const read = (await running.resources(scan.id)).filter(({ type }) => type === 'AWS::RDS::DBInstance')
    expect(read).toEqual([])
  })

  test('a few errors and throttled calls are retried and change nothing', async () => {
    running.cloud.setFaults({
      rules: [
        { service: 'ec2', effect: 'throttle', times: 3 },
        { service: 'lambda', effect: 'internal-error', times: 1 },
        { service: 'rds', effect: 'reset', times: 1 },
      ],
    })
    const scan = await running.scan()
    expect(scan.status).toBe('completed')
    const coverage = await running.coverage(scan.id)
    for (const { status } of coverage) expect(status).toBe('collected')
    expect(coverage.reduce((sum, { retries }) => sum + retries, 0)).toBe(5)
  })
})

describe('an account of which little can be read', () => {
  beforeAll(async () => {
    running = await startRunningService()
  })
  beforeEach(() => {
    running.cloud.setFaults({})
    running.cloud.setRole({ roleArn: roleArn(), externalId: null })
  })
  afterAll(() => running.close())

  test('every call denied fails the scan and names the action', async () => {
    hitEveryServiceWith('deny')
    const scan = await running.scan()
    expect(scan.status).toBe('failed')
    expect(scan.errorMessage).toMatch(/^AWS denied every call in us-east-1\..*role.*scan again/s)
    for (const { status } of await running.coverage(scan.id)) expect(status).toBe('denied')
    // 0 would mean collected without resources.
    expect(scan.progress).toEqual({})
  })

  test('the count of other resources is not enough for a scan to complete', async () => {
    running.cloud.setRole({ roleArn: roleArn(), externalId: null, allowedActions: ['tag:GetResources'] })
    const scan = await running.scan()
    expect(scan).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('was denied') as string })
    const coverage = await running.coverage(scan.id)
    expect(coverage.filter(({ status }) => status === 'collected').map(({ type }) => type)).toEqual(['other'])
  })

  test('account-wide lists are not enough for a scan to complete', async () => {
    running.cloud.setRole({ roleArn: roleArn(), externalId: null, allowedActions: ['cloudfront:*', 'route53:*'] })
    const scan = await running.scan()
    expect(scan).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('was denied') as string })
    const coverage = await running.coverage(scan.id)
    const collected = coverage.filter(({ status }) => status === 'collected').map(({ type }) => type)
    expect(collected).toContain('AWS::CloudFront::Distribution')
  })
})

/** They wait for their time limits at the same time. */
describe.concurrent('time limits', () => {
  test('a service that never responds is a gap after the timeout, and other results are kept', async ({
    expect,
    onTestFinished,
  }) => {
    // Long enough for all other types on a busy machine.
    const service = await startRunningService({ ...withFunctions, configuration: { scanTimeoutSeconds: 30 } })
    onTestFinished(() => service.close())
    service.cloud.setFaults({ rules: [{ service: 'lambda', effect: 'hang' }] })
    const scan = await service.scan()
    expect(scan).toMatchObject({ status: 'completed', progress: { networks: 1 } })
    expect(scan.progress).not.toHaveProperty('functions')
    const functions = (await service.coverage(scan.id)).find(({ countKey }) => countKey === 'functions')
    expect(functions).toMatchObject({ status: 'failed', reason: expect.stringContaining('30 s') as string })
  })

  test('services that never respond, or throttle every call, delay a scan only as long as one call', async ({
    expect,
    onTestFinished,
  }) => {
    const service = await startRunningService({ world: 'full' })
    onTestFinished(() => service.close())
    service.cloud.setFaults({
      rules: [
        { service: 'lambda', effect: 'hang' },
        { service: 'dynamodb', operation: 'DescribeTable', effect: 'hang' },
        { service: 'sqs', effect: 'throttle' },
      ],
    })
    const scan = await service.scan()
    expect(scan).toMatchObject({ status: 'completed' })
    const coverage = await service.coverage(scan.id)
    // Their limit is 45 s. The rest is tolerance for a busy machine.
    for (const { durationMs } of coverage) expect(durationMs).toBeLessThan(75_000)
    const uncollected = coverage.filter(({ status }) => status !== 'collected')
    expect(new Set(uncollected.map(({ type }) => type.split('::')[1]))).toEqual(new Set(['Lambda', 'SQS']))
    expect(uncollected.find(({ type }) => type === 'AWS::Lambda::Function')?.reason).toMatch(
      /did not respond to lambda:ListFunctions in time/,
    )
    expect(uncollected.find(({ type }) => type === 'AWS::SQS::Queue')?.reason).toMatch(/throttled sqs:ListQueues/)
  })
})

describe('a separate service', () => {
  afterEach(() => running.close())

  test('throttling of every call ends in a failed scan with that reason', async () => {
    running = await startRunningService({ services: coreServices, configuration: { scanTimeoutSeconds: 3 } })
    hitEveryServiceWith('throttle')
    const scan = await running.scan()
    expect(scan.status).toBe('failed')
    expect(scan.errorMessage).toMatch(/throttl|timed out after 3 s/)
  })

  test('an item that cannot be described keeps its listed data, and the others are complete', async () => {
    running = await startRunningService({ world: 'full', services: [...coreServices, 'dynamodb'] })
    const before = await running.scan()
    const whole = await running.resources(before.id)
    running.cloud.setFaults({
      rules: [{ service: 'dynamodb', operation: 'DescribeTable', effect: 'internal-error' }],
    })
    const scan = await running.scan()
    const tables = (await running.coverage(scan.id)).find(({ countKey }) => countKey === 'tables')
    const count = whole.filter(({ type, external }) => type === 'AWS::DynamoDB::Table' && external === false).length
    expect(count).toBeGreaterThan(0)
    expect(tables).toMatchObject({ status: 'collected', count })
    expect(tables?.reason).toMatch(/^Details of 2 resources couldn't be read.*server error for dynamodb:DescribeTable/)
    const idsOf = (resources: typeof whole) => resources.map(({ type, id }) => `${type} ${id}`)
    const read = (resources: typeof whole) => idsOf(resources.filter(({ external }) => !external))
    expect(read(await running.resources(scan.id))).toEqual(read(whole))
  })

  test('a missing endpoint fails the scan with its address', async () => {
    running = await startRunningService({ services: coreServices })
    const settings = running.settings as { endpoint: string }
    const { endpoint } = settings
    // A port that the system never assigns.
    settings.endpoint = 'http://127.0.0.1:9'
    try {
      const scan = await running.scan()
      expect(scan.status).toBe('failed')
      expect(scan.errorMessage).toMatch(/reach/)
    } finally {
      settings.endpoint = endpoint
    }
  })

  test('without a worker, a scan fails after its time in the queue, and its create gets a response', async () => {
    running = await startRunningService({
      services: coreServices,
      configuration: { role: 'api', queueTimeoutSeconds: 1 },
    })
    const scan = await running.scan()
    expect(scan).toMatchObject({ status: 'failed', progress: null })
    expect(scan.errorMessage).toMatch(/worker/)
  })

  test('an empty account is completed, with zeros that mean read and empty', async () => {
    running = await startRunningService({ ...withBuckets, world: 'empty' })
    const scan = await running.scan()
    expect(scan).toMatchObject({
      status: 'completed',
      progress: { networks: 0, subnets: 0, computeInstances: 0, functions: 0, storageBuckets: 0 },
    })
  })

  test('denied services are gaps with reason, policy and statement, never empty', async () => {
    running = await startRunningService({ ...withBuckets, world: 'denied' })
    const scan = await running.scan()
    expect(scan.status).toBe('completed')
    for (const key of ['functions', 'storageBuckets', 'databases', 'natGateways', 'targetGroups']) {
      expect(scan.progress).not.toHaveProperty(key)
    }
    const coverage = new Map((await running.coverage(scan.id)).map((entry) => [entry.countKey, entry]))
    expect(coverage.get('functions')).toMatchObject({
      status: 'denied',
      count: null,
      action: 'lambda:ListFunctions',
      deniedBy: 'identity policy',
      statement: { Effect: 'Allow', Action: ['lambda:ListFunctions'], Resource: '*' },
    })
    expect(coverage.get('databases')).toMatchObject({
      status: 'denied',
      deniedBy: 'service control policy',
      statement: null,
    })
    expect(coverage.get('storageBuckets')).toMatchObject({ status: 'denied', deniedBy: 'permissions boundary' })
    expect(coverage.get('networks')).toMatchObject({ status: 'collected', count: 1 })
  })
})

function roleArn(): string {
  return running.cloud.accounts[0]?.roleArn ?? ''
}

/** Every service but the one by which the role is assumed. */
function hitEveryServiceWith(effect: 'deny' | 'throttle'): void {
  const services = serviceNames.filter((name) => name !== 'sts')
  running.cloud.setFaults({ rules: services.map((service) => ({ service, effect })) })
}
