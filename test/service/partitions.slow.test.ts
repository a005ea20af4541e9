/** Tests that one service scans accounts of every partition, with its own credentials for each. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestVersion } from '../../contract/versions.ts'
import { accountService } from '../../src/accounts/account-service.ts'
import { roleAssumer } from '../../src/cloud/assume-role.ts'
import type { CloudSettings } from '../../src/cloud/cloud-settings.ts'
import { SharedRequestHandler } from '../../src/cloud/sdk/client.ts'
import { readConfiguration } from '../../src/configuration.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { type RunningService, startService } from '../../src/composition/service.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { createTestDatabase } from '../support/test-store.ts'

const homeRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
  'aws-us-gov': 'us-gov-east-1',
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let cloud: SimulatedCloud
let settings: CloudSettings
let service: RunningService
let organizationId: string
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  cloud = await startSimulatedCloud({ world: 'partitions' })
  settings = {
    endpoint: cloud.endpoint,
    forcePathStyle: true,
    credentials: (partition) => () => {
      const home = cloud.homes[partition]
      if (home === undefined) return Promise.reject(new Error(`No credentials for ${partition}`))
      return Promise.resolve(home)
    },
    homeRegion: (partition) => homeRegions[partition] ?? '',
    requestHandler: new SharedRequestHandler(),
  }
  const configuration = readConfiguration({
    DATABASE_URL: database.ownerUrl,
    SECRET_KEY: randomUUID(),
    PORT: '0',
  })
  service = await startService(configuration, settings, pino({ level: 'silent' }))
  organizationId = (await service.store.organizations.insert('Everywhere'))?.id ?? ''
  const generated = generateApiKey()
  key = generated.key
  await service.store.tenant(organizationId, ({ apiKeys }) =>
    apiKeys.insert({
      name: 'test',
      scopes: ['read', 'write'],
      version: latestVersion,
      expiresAt: null,
      hash: generated.hash,
    }),
  )
})

afterAll(async () => {
  await service.close()
  await cloud.close()
  settings.requestHandler.close()
  await database.drop()
})

test.each([
  ['aws', 'af-south-1'],
  ['aws-cn', 'cn-north-1'],
  ['aws-eusc', 'eusc-de-east-1'],
  ['aws-us-gov', 'us-gov-west-1'],
])('an account of %s is connected and %s scanned', async (partition, region) => {
  const { connectionId, status } = await connect(partition)
  expect(status).toBe('connected')
  const sessions = cloud.calls.filter(({ operation, status }) => operation === 'AssumeRole' && status === 200)
  expect(sessions.at(-1)?.region).toBe(homeRegions[partition])

  const answer = await scan(connectionId, region)
  expect(answer.data).toMatchObject({
    status: 'completed',
    progress: { networks: 1, subnets: 1, computeInstances: 1, functions: 1, storageBuckets: 1 },
  })
})

test('a region of another partition is refused before anything is scanned', async () => {
  const connections = await service.store.tenant(organizationId, ({ accounts }) =>
    accounts.list({ limit: 9, after: null }),
  )
  const china = connections.items.find(({ partition }) => partition === 'aws-cn')
  const answer = await scan(china?.id ?? '', 'us-east-1')
  expect(answer.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: ['region'] }] })
})

test.each([
  ['aws-cn', 'cn-north-1', 'collected', ['cn-northwest-1']],
  ['aws-us-gov', 'us-gov-west-1', 'unavailable', []],
])(
  'CloudFront of %s, scanning %s, is %s, and that of no other partition is called',
  async (partition, region, status, called) => {
    const separate = await startSimulatedCloud({ world: 'partitions' })
    try {
      const { accountId = '' } = separate.accounts.find(({ roleArn }) => roleArn.startsWith(`arn:${partition}:`)) ?? {}
      const { coverage } = await scanSimulatedRegion(separate, { accountId, region, onError: () => undefined })
      expect(coverage.find(({ type }) => type === 'AWS::CloudFront::Distribution')?.status).toBe(status)
      const calls = separate.calls.filter(({ operation }) => operation === 'ListDistributions')
      expect(calls.map((call) => call.region)).toEqual(called)
    } finally {
      await separate.close()
    }
  },
)

async function connect(partition: string) {
  const account = cloud.accounts.find(({ roleArn }) => roleArn.startsWith(`arn:${partition}:`))
  const roleArn = account?.roleArn ?? ''
  const roles = roleAssumer(settings)
  try {
    const accounts = accountService(service.store, roles)
    const accountNumber = account?.accountId ?? ''
    const actor = 'operator'
    const connection = await accounts.connect(organizationId, {
      alias: partition,
      accountNumber,
      partition,
      roleArn,
      actor,
    })
    cloud.setRole({ roleArn, externalId: connection?.externalId ?? null })
    const verified = await accounts.verify(organizationId, connection?.id ?? '', {
      allowOpenRole: false,
      waitSeconds: 5,
      actor,
      signal: AbortSignal.timeout(300_000),
    })
    const status = verified.kind === 'done' ? verified.connection.status : verified.kind
    return { connectionId: connection?.id ?? '', status }
  } finally {
    roles.close()
  }
}

async function scan(cloudAccountId: string, region: string) {
  const response = await fetch(`${service.baseUrl}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cloudAccountId, region }),
  })
  return (await response.json()) as { data?: unknown; error?: unknown }
}
