/** Tests that an EKS cluster has the roles of its service accounts, and uses what these permit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { dataFlowView } from '../../src/diagram/views/dataflow/dataflow.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/serverless-shop.ts'

const region = 'us-east-1'
const [account] = world.accounts
if (account === undefined) throw new Error('The world has no account')
const { accountId } = account
const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
const roleArn = (name: string) => `arn:aws:iam::${accountId}:role/${name}`

const cluster = (name: string) => ({
  name,
  arn: arn('eks', `cluster/${name}`),
  status: 'ACTIVE' as const,
  roleArn: roleArn('control-plane'),
  identity: { oidc: { issuer: `https://oidc.eks.${region}.amazonaws.com/id/${name}` } },
})
const provider = (issuer: string) => `arn:aws:iam::${accountId}:oidc-provider/${issuer}`
const ofCluster = (name: string) => provider(`oidc.eks.${region}.amazonaws.com/id/${name}`)
const token = (Federated: unknown, Effect = 'Allow') => ({
  Effect,
  Principal: { Federated },
  Action: 'sts:AssumeRoleWithWebIdentity',
})

const policies: Readonly<Record<string, unknown>> = {
  'of-one': token(ofCluster('prod')),
  'of-several': [token([ofCluster('prod'), ofCluster('staging')])],
  'of-staging': [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' } }, token(ofCluster('staging'))],
  denied: [token(ofCluster('prod'), 'Deny'), token(provider('token.actions.githubusercontent.com'))],
  everyone: { Effect: 'Allow', Principal: '*' },
  associated: { Effect: 'Allow', Principal: { Service: 'pods.eks.amazonaws.com' } },
  'of-add-on': { Effect: 'Allow', Principal: { Service: 'pods.eks.amazonaws.com' } },
  'control-plane': { Effect: 'Allow', Principal: { Service: 'eks.amazonaws.com' } },
}

const permitting = (RoleName: string, table: string) => ({
  RoleName,
  RolePolicyList: [
    {
      PolicyName: 'data',
      PolicyDocument: JSON.stringify({
        Statement: { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: arn('dynamodb', `table/${table}`) },
      }),
    },
  ],
})

const association = {
  clusterName: 'staging',
  namespace: 'shop',
  serviceAccount: 'products',
  associationId: 'a-1',
  associationArn: arn('eks', 'podidentityassociation/staging/a-1'),
  roleArn: roleArn('associated'),
}
const addon = {
  clusterName: 'staging',
  addonName: 'agent',
  addonArn: arn('eks', 'addon/staging/agent/1'),
  serviceAccountRoleArn: roleArn('of-add-on'),
}

let graph: ResourceGraph
let close: () => Promise<void>
beforeAll(async () => {
  const roles = Object.entries(policies).map(([RoleName, Statement]) => ({
    RoleName,
    RoleId: RoleName,
    Arn: roleArn(RoleName),
    Path: '/',
    CreateDate: new Date(0),
    AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify({ Version: '2012-10-17', Statement })),
  }))
  const known = account.regions[region]
  const cloud = await startSimulatedCloud({
    world: {
      ...world,
      accounts: [
        {
          ...account,
          global: {
            ...account.global,
            iam: {
              roles,
              roleDetails: [
                permitting('of-one', 'shop-orders'),
                permitting('control-plane', 'shop-payments'),
                permitting('associated', 'shop-products'),
                permitting('of-add-on', 'shop-payments'),
              ],
            },
          },
          regions: {
            [region]: {
              ...known,
              eks: {
                clusters: ['prod', 'staging'].map(cluster),
                podIdentityAssociations: [association],
                addons: [addon],
              },
            },
          },
        },
      ],
    },
  })
  close = () => cloud.close()
  graph = await scanSimulatedRegion(cloud)
})
afterAll(() => close())

test('the roles are those whose trust policies name the issuer of the cluster', () => {
  const used = graph.relations.filter(
    ({ source, target }) => source.type === 'AWS::EKS::Cluster' && target.type === 'AWS::IAM::Role',
  )
  expect(used.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`)).toEqual([
    'prod uses control-plane',
    'prod uses of-one',
    'prod uses of-several',
    'staging uses control-plane',
    'staging uses of-several',
    'staging uses of-staging',
  ])
  expect(graph.resources.filter(({ id }) => id === 'of-one' || id === 'denied').map(({ id }) => id)).toEqual(['of-one'])
})

test('in the data flow the cluster uses what they permit, as do those of associations and add-ons, but not what the role of its control plane does', () => {
  const { edges } = dataFlowView(graph)
  const ends = edges.filter(({ source }) => source.startsWith('AWS::EKS::Cluster/'))
  expect(ends.map(({ source, label, target }) => [source, label, target].join(' '))).toEqual([
    'AWS::EKS::Cluster/prod reads AWS::DynamoDB::Table/shop-orders',
    'AWS::EKS::Cluster/staging reads AWS::DynamoDB::Table/shop-payments',
    'AWS::EKS::Cluster/staging reads AWS::DynamoDB::Table/shop-products',
  ])
})
