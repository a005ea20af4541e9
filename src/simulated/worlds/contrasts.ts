/**
 * The full world with the other value of every yes and no, and of enumerations that tell two things apart: scans of both tell each
 * property from its opposite.
 */
import type { DBCluster, DBInstance } from '@aws-sdk/client-rds'
import type { GlobalData, RegionData, World } from '../world.ts'
import { world as full } from './full.ts'
import { isPlainObject } from './merge-parts.ts'
import { arn } from './full/shared-network.ts'
import { region } from './three-tier-network.ts'

/** Words of enumerations, each with its opposite. */
const pairs: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['ENABLED', 'DISABLED'],
  ['Enabled', 'Disabled'],
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['internet-facing', 'internal'],
  ['public', 'private'],
  ['INBOUND', 'OUTBOUND'],
  ['running', 'stopped'],
  ['RUNNING', 'STOPPED'],
  ['MANAGED', 'UNMANAGED'],
  ['TLS', 'PLAINTEXT'],
  ['should_encrypt', 'no_encrypt'],
  ['CUSTOMER_KMS', 'AWS_OWNED_KMS_KEY'],
  ['CUSTOMER_MANAGED_KMS_KEY', 'AWS_OWNED_KEY'],
  ['IMMUTABLE', 'MUTABLE'],
  ['multiaz', 'singleaz'],
  ['ACTIVE_STANDBY_MULTI_AZ', 'SINGLE_INSTANCE'],
  ['AUTO_STOP', 'ALWAYS_ON'],
]
const opposites = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))

function opposite<Data>(data: Data): Data
function opposite(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((item) => opposite<unknown>(item))
  if (isPlainObject(data)) {
    return Object.fromEntries(Object.entries(data).map(([name, member]) => [name, opposite(member)]))
  }
  if (typeof data === 'boolean') return !data
  return typeof data === 'string' ? (opposites.get(data) ?? data) : data
}

const openPolicy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] })

// Of three yes and no two are equal, also in their opposites: a second of each tells them apart.
function secondInstance(first: DBInstance): DBInstance {
  const name = `${first.DBInstanceIdentifier}-second`
  const { PubliclyAccessible, StorageEncrypted } = first
  return {
    ...first,
    DBInstanceIdentifier: name,
    DBInstanceArn: arn('rds', `db:${name}`),
    PubliclyAccessible: !PubliclyAccessible,
    StorageEncrypted: !StorageEncrypted,
  }
}

function secondCluster(first: DBCluster): DBCluster {
  const name = `${first.DBClusterIdentifier}-second`
  const { MultiAZ } = first
  return { ...first, DBClusterIdentifier: name, DBClusterArn: arn('rds', `cluster:${name}`), MultiAZ: !MultiAZ }
}

/** What is told by the presence of a member, by a policy or by a name. */
function opened(data: RegionData): RegionData {
  return {
    ...data,
    rds: {
      ...data.rds,
      instances: [...(data.rds?.instances ?? []), ...(data.rds?.instances ?? []).map(secondInstance)],
      clusters: [...(data.rds?.clusters ?? []), ...(data.rds?.clusters ?? []).map(secondCluster)],
    },
    sqs: {
      queues: (data.sqs?.queues ?? []).map(({ url, attributes: { KmsMasterKeyId, ...attributes } }) => ({
        url,
        attributes: {
          ...attributes,
          Policy: openPolicy,
          // Those that had no key of their own have the one of SQS now.
          SqsManagedSseEnabled: String(KmsMasterKeyId === undefined),
        },
      })),
    },
    sns: {
      ...data.sns,
      topics: [
        ...(data.sns?.topics ?? []).map(({ KmsMasterKeyId: _, ...topic }) => topic),
        { TopicArn: arn('sns', 'order-events.fifo'), KmsMasterKeyId: 'alias/aws/sns' },
      ],
    },
    eventBridge: {
      ...data.eventBridge,
      eventBuses: (data.eventBridge?.eventBuses ?? []).map((bus) => ({ ...bus, Policy: openPolicy })),
    },
    opensearch: {
      domains: (data.opensearch?.domains ?? []).map((domain) => ({ ...domain, AccessPolicies: openPolicy })),
    },
    sagemaker: {
      ...data.sagemaker,
      endpoints: (data.sagemaker?.endpoints ?? []).map((endpoint) => ({
        ...endpoint,
        AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 's3://storefront-exports/async/' } },
      })),
    },
  }
}

export const world: World = {
  accounts: full.accounts.map((account) => ({
    ...account,
    regions: { [region]: opened(opposite(account.regions[region] ?? {})) },
    global: opposite<GlobalData>(account.global),
  })),
}
