/**
 * The demo: one account with the three-tier storefront, a shop without servers beside it, what is open that should not be, and a blog
 * in another region.
 */
import type { GlobalData, RegionData, World } from '../world.ts'
import { mergeParts, renamed } from './merge-parts.ts'
import { hexDigits, resourceId, tagList } from './resource-id.ts'
import { world as shop } from './serverless-shop.ts'
import { accountId, region } from './three-tier-network.ts'
import { world as threeTier } from './three-tier.ts'
import { wordpress } from './wordpress.ts'

const [storefront] = threeTier.accounts
const [ofShop] = shop.accounts

/** As if it were of this account. */
function moved<Data>(data: Data): Data {
  return renamed(data, (text) => text.replaceAll(ofShop?.accountId ?? '', accountId)) as Data
}

const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
const partner = '111122223333'
const policy = (...statements: readonly object[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map((statement) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...statement })),
  })

/** Open, open under a condition, and what only looks so. */
const traps: RegionData = {
  sqs: {
    queues: [
      ['partner-callbacks', policy({ Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } })],
      [
        'audit-copies',
        policy({ Principal: '*', Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-storefront' } } }),
      ],
    ].map(([name = '', Policy = '']) => ({
      url: `https://sqs.${region}.amazonaws.com/${accountId}/${name}`,
      attributes: { QueueArn: arn('sqs', name), Policy },
    })),
  },
  ecr: {
    repositories: [
      {
        repositoryName: 'checkout',
        repositoryArn: arn('ecr', 'repository/checkout'),
        registryId: accountId,
        policyText: policy({ Principal: { AWS: `arn:aws:iam::${partner}:root` } }),
      },
    ],
  },
  ec2: {
    publicSnapshots: [resourceId('snap', 'demo forgotten')],
    snapshotPermissions: { [resourceId('snap', 'demo nightly')]: [{ UserId: partner }] },
    snapshots: ['forgotten', 'nightly'].map((name) => ({
      SnapshotId: resourceId('snap', `demo ${name}`),
      OwnerId: accountId,
      VolumeSize: 40,
      State: 'completed' as const,
      Encrypted: name === 'nightly',
      Tags: tagList({ Name: `legacy-shop ${name}` }),
    })),
  },
  apiGateway: {
    restApis: [
      {
        id: 'p4rtn3rs01',
        name: 'partners-legacy',
        endpointConfiguration: { types: ['REGIONAL'] },
        disableExecuteApiEndpoint: true,
      },
    ],
    resources: { p4rtn3rs01: [{ id: 'r00t', path: '/', resourceMethods: { GET: { authorizationType: 'NONE' } } }] },
    stages: { p4rtn3rs01: [{ stageName: 'prod' }] },
  },
}

/** Of the storefront's functions. */
const roles: GlobalData = {
  iam: {
    roles: (storefront?.regions[region]?.lambda?.functions ?? []).map(({ Role = '' }) => {
      const RoleName = Role.split('/').at(-1) ?? ''
      return {
        RoleName,
        RoleId: `AROA${hexDigits(`role ${RoleName}`, 17).toUpperCase()}`,
        Arn: Role,
        Path: '/',
        CreateDate: new Date('2026-02-01T08:00:00Z'),
        MaxSessionDuration: 3600,
      }
    }),
  },
}

const openBuckets: GlobalData = {
  s3: {
    buckets: ['press-kit', 'press-archive'].map((name) => ({
      Name: `storefront-${name}-${accountId}`,
      BucketRegion: region,
      CreationDate: new Date('2026-02-01T08:00:00Z'),
    })),
    bucketSettings: {
      [`storefront-press-kit-${accountId}`]: { publicAccessBlock: null, policyIsPublic: true },
      [`storefront-press-archive-${accountId}`]: {
        publicAccessBlock: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        policyIsPublic: true,
      },
    },
  },
}

export const world: World = {
  accounts: [
    {
      accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: {
        ...storefront?.regions,
        [region]: mergeParts([storefront?.regions[region], moved(ofShop?.regions[region]), traps]) as RegionData,
        'us-west-2': wordpress(accountId),
      },
      global: mergeParts([storefront?.global, moved(ofShop?.global), roles, openBuckets]) as GlobalData,
    },
  ],
}
