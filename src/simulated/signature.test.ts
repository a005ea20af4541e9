import { DescribeRegionsCommand, DescribeVpcsCommand } from '@aws-sdk/client-ec2'
import { DescribeLoadBalancersCommand } from '@aws-sdk/client-elastic-load-balancing-v2'
import { ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { DescribeDBInstancesCommand } from '@aws-sdk/client-rds'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { beforeAll, expect, test } from 'vitest'
import { assumeFirstRole, createClients, homeCredentials } from '../../test/support/simulated-account.ts'
import type { Clients } from '../../test/support/simulated-account.ts'
import { startSimulatedCloud } from './simulated-cloud.ts'
import type { SimulatedCloud } from './simulated-cloud.ts'
import type { World } from './world.ts'
import { world as threeTier } from './worlds/three-tier.ts'

let cloud: SimulatedCloud
let clockOffsetMs = 0

/** The three-tier account with one enabled opt-in region. */
const world: World = {
  accounts: threeTier.accounts.map((account) => ({ ...account, optedInRegions: ['eu-south-1'] })),
}

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world, now: () => Date.now() + clockOffsetMs })
  return () => cloud.close()
})

function nameOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'success',
    (error: unknown) => (error instanceof Error ? error.name : 'not an error'),
  )
}

/** Returns the error names of one call to each service. */
async function failures(clients: Clients): Promise<Record<string, string>> {
  return {
    ec2: await nameOf(clients.ec2.send(new DescribeVpcsCommand())),
    elb: await nameOf(clients.elasticLoadBalancing.send(new DescribeLoadBalancersCommand())),
    lambda: await nameOf(clients.lambda.send(new ListFunctionsCommand())),
    rds: await nameOf(clients.rds.send(new DescribeDBInstancesCommand())),
    s3: await nameOf(clients.s3.send(new ListBucketsCommand())),
    sts: await nameOf(clients.sts.send(new GetCallerIdentityCommand())),
  }
}

const unknownKey = {
  ec2: 'AuthFailure',
  elb: 'InvalidClientTokenId',
  lambda: 'UnrecognizedClientException',
  rds: 'InvalidClientTokenId',
  s3: 'InvalidAccessKeyId',
  sts: 'InvalidClientTokenId',
}

test('an unknown key has the error of each service', async () => {
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'never issued' }
  expect(await failures(createClients(cloud, credentials))).toEqual(unknownKey)
})

test('a wrong secret is refused', async () => {
  const credentials = { ...(await assumeFirstRole(cloud)), secretAccessKey: 'another secret' }
  expect(await failures(createClients(cloud, credentials))).toEqual({
    ec2: 'AuthFailure',
    elb: 'SignatureDoesNotMatch',
    lambda: 'InvalidSignatureException',
    rds: 'SignatureDoesNotMatch',
    s3: 'SignatureDoesNotMatch',
    sts: 'SignatureDoesNotMatch',
  })
})

test('rejects a session token that was changed or belongs to another key', async () => {
  const credentials = await assumeFirstRole(cloud)
  const tampered = { ...credentials, sessionToken: `A${credentials.sessionToken}` }
  expect(await failures(createClients(cloud, tampered))).toEqual(unknownKey)
  const other = await assumeFirstRole(cloud)
  const mixed = { ...credentials, sessionToken: other.sessionToken ?? '' }
  expect(await failures(createClients(cloud, mixed))).toEqual(unknownKey)
})

test('reports an expired session as expired', async () => {
  const clients = createClients(cloud, await assumeFirstRole(cloud))
  clockOffsetMs = 2 * 60 * 60 * 1000
  const names = await failures(clients)
  clockOffsetMs = 0
  expect(names).toEqual({
    ec2: 'RequestExpired',
    elb: 'ExpiredToken',
    lambda: 'ExpiredTokenException',
    rds: 'ExpiredToken',
    s3: 'ExpiredToken',
    sts: 'ExpiredToken',
  })
})

test('rejects a body or a query that was changed after signing', async () => {
  const { ec2 } = createClients(cloud, await assumeFirstRole(cloud))
  ec2.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { body: string; headers: Record<string, string> }
      request.body = `${request.body}&MaxResults=5`
      request.headers['content-length'] = String(request.body.length)
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  await expect(ec2.send(new DescribeVpcsCommand())).rejects.toMatchObject({ name: 'AuthFailure' })

  const { s3 } = createClients(cloud, await assumeFirstRole(cloud))
  s3.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { query: Record<string, string> }
      request.query['max-buckets'] = '1'
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  await expect(s3.send(new ListBucketsCommand())).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
})

test('a request without a signature is refused', async () => {
  const response = await fetch(cloud.endpoint, { method: 'POST', body: 'Action=DescribeVpcs&Version=2016-11-15' })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('<Code>MissingAuthenticationToken</Code>')
})

test('the home account has no access to the customer’s resources', async () => {
  const { ec2, s3, sts } = createClients(cloud, homeCredentials(cloud))
  expect((await ec2.send(new DescribeVpcsCommand())).Vpcs).toEqual([])
  expect((await s3.send(new ListBucketsCommand())).Buckets).toEqual([])
  expect(await sts.send(new GetCallerIdentityCommand())).toMatchObject({
    Account: '111122223333',
    Arn: cloud.caller.arn,
  })
})

test('a disabled region rejects the account’s credentials; an enabled one does not', async () => {
  const credentials = await assumeFirstRole(cloud)
  expect(await failures(createClients(cloud, credentials, 'af-south-1'))).toEqual(unknownKey)
  expect(new Set(Object.values(await failures(createClients(cloud, credentials, 'eu-south-1'))))).toEqual(
    new Set(['success']),
  )
})

test('DescribeRegions returns which regions are enabled', async () => {
  const { ec2 } = createClients(cloud, await assumeFirstRole(cloud))
  const all = await ec2.send(new DescribeRegionsCommand({ AllRegions: true }))
  const status = Object.fromEntries((all.Regions ?? []).map((region) => [region.RegionName, region.OptInStatus]))
  expect(status).toMatchObject({
    'us-east-1': 'opt-in-not-required',
    'eu-south-1': 'opted-in',
    'af-south-1': 'not-opted-in',
  })
  const enabled = await ec2.send(new DescribeRegionsCommand())
  expect(enabled.Regions).toHaveLength(18)
})
