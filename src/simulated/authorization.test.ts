import { expect, test } from 'vitest'
import { DescribeInternetGatewaysCommand, DescribeNatGatewaysCommand } from '@aws-sdk/client-ec2'
import { DescribeTargetHealthCommand } from '@aws-sdk/client-elastic-load-balancing-v2'
import { ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { DescribeDBClustersCommand } from '@aws-sdk/client-rds'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { assumeFirstRole, createClients } from '../../test/support/simulated-account.ts'
import { startSimulatedCloud } from './simulated-cloud.ts'
import type { World, WorldAccount } from './world.ts'
import { explainDenial } from './authorization.ts'

const user = 'User: arn:aws:sts::444455556666:assumed-role/surveyor/scan is not authorized to perform:'

test('the denied world has the error message of each service and policy type', async () => {
  const cloud = await startSimulatedCloud({ world: 'denied' })
  const { ec2, elasticLoadBalancing, lambda, rds, s3 } = createClients(cloud, await assumeFirstRole(cloud))
  await expect(ec2.send(new DescribeNatGatewaysCommand())).rejects.toMatchObject({
    name: 'UnauthorizedOperation',
    message: `You are not authorized to perform this operation. ${user} ec2:DescribeNatGateways with an explicit deny in an identity-based policy`,
    $metadata: { httpStatusCode: 403 },
  })
  await expect(lambda.send(new ListFunctionsCommand())).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: `${user} lambda:ListFunctions on resource: * because no identity-based policy allows the lambda:ListFunctions action`,
    $metadata: { httpStatusCode: 403 },
  })
  await expect(rds.send(new DescribeDBClustersCommand())).rejects.toMatchObject({
    name: 'AccessDenied',
    message: `${user} rds:DescribeDBClusters on resource: arn:aws:rds:us-east-1:444455556666:cluster:* with an explicit deny in a service control policy`,
    $metadata: { httpStatusCode: 403 },
  })
  await expect(s3.send(new ListBucketsCommand())).rejects.toMatchObject({
    name: 'AccessDenied',
    message: `${user} s3:ListAllMyBuckets because no permissions boundary allows the s3:ListAllMyBuckets action`,
    $metadata: { httpStatusCode: 403 },
  })
  await expect(
    elasticLoadBalancing.send(new DescribeTargetHealthCommand({ TargetGroupArn: 'arn:x' })),
  ).rejects.toMatchObject({
    name: 'AccessDenied',
    message: expect.stringContaining('because no session policy allows'),
  })
  await expect(ec2.send(new DescribeInternetGatewaysCommand())).resolves.toHaveProperty('InternetGateways')
  expect(cloud.calls.find(({ service }) => service === 's3')).toMatchObject({
    service: 's3',
    operation: 'ListBuckets',
    region: 'us-east-1',
    accountId: '444455556666',
    iamAction: 's3:ListAllMyBuckets',
    parameters: null,
    status: 403,
    errorCode: 'AccessDenied',
  })
  await cloud.close()
})

test('a denial can be limited to regions', () => {
  const world: World = {
    accounts: [
      {
        accountId: '444455556666',
        roleName: 'surveyor',
        optedInRegions: [],
        denials: [{ actions: ['ec2:*'], by: 'resource control policy', explicit: true, regions: ['eu-west-1'] }],
        regions: {},
        global: {},
      },
    ],
  }
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const caller = { accountId: account.accountId, arn: 'arn:x', userId: 'x', roleArn: null }
  const explain = (region: string) =>
    explainDenial({ caller, role: undefined, account, region, action: 'ec2:DescribeVpcs', resource: null })
  expect(explain('eu-west-1')).toBe(
    'User: arn:x is not authorized to perform: ec2:DescribeVpcs with an explicit deny in a resource control policy',
  )
  expect(explain('us-east-1')).toBeNull()
})

test('a denial may be for some of the operations that an action allows', () => {
  const [action, operations] = ['apigateway:GET', ['GetStages']]
  const account: WorldAccount = {
    accountId: '444455556666',
    roleName: 'surveyor',
    optedInRegions: [],
    denials: [{ actions: [action], operations, by: 'service control policy', explicit: true }],
    regions: {},
    global: {},
  }
  const caller = { accountId: account.accountId, arn: 'arn:x', userId: 'x', roleArn: null }
  const explain = (operation: string) =>
    explainDenial({ caller, role: undefined, account, region: 'eu-west-1', action, operation, resource: null })
  expect(explain('GetStages')).toMatch(/explicit deny in a service control policy$/)
  expect(explain('GetRestApis')).toBeNull()
})
