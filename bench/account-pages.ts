/** Generates the pages of collectors for a busy region without calls, for benches of the later steps. */
import type { Json, Relation, TypeCoverage, Verb } from '../src/graph/resource-graph.ts'
import type { ResourceReading } from '../src/graph/resource-version.ts'

const account = '777788889999'
const region = 'us-east-1'
const pageSize = 1_000
const perNetwork = 2_000
const subnetsPerNetwork = 9

type Kind = {
  readonly type: string
  /** The share of all resources. */
  readonly share: number
  readonly prefix: string
  readonly properties: (index: number) => Readonly<Record<string, Json>>
  /** Verb, type of the target, its ID, and the evidence field. */
  readonly relations: (
    index: number,
    networks: number,
  ) => readonly (readonly [verb: Verb, type: string, id: string, evidence: string])[]
}

const kinds: readonly Kind[] = [
  {
    type: 'AWS::EC2::Instance',
    share: 0.6,
    prefix: 'i',
    properties: (index) => ({
      availabilityZone: `${region}${'abc'[index % 3]}`,
      imageId: id('ami', index % 7),
      instanceType: 'm7g.large',
      launchTime: new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString(),
      privateIpAddress: `10.${index % 256}.${(index >> 8) % 256}.${index % 250}`,
      publicIpAddress: null,
      state: 'running',
    }),
    relations: (index, networks) => [
      ['contained in', 'AWS::EC2::Subnet', id('subnet', index % (networks * subnetsPerNetwork)), 'SubnetId'],
      ['contained in', 'AWS::EC2::VPC', id('vpc', index % networks), 'VpcId'],
      ['associated with', 'AWS::EC2::SecurityGroup', id('sg', index % 300), 'SecurityGroups[].GroupId'],
    ],
  },
  {
    type: 'AWS::EC2::SecurityGroup',
    share: 0.2,
    prefix: 'sg',
    properties: (index) => ({
      description: `Group ${index}`,
      ingress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, sources: ['10.0.0.0/8', id('sg', index % 300)] }],
    }),
    relations: (index, networks) => [
      ['contained in', 'AWS::EC2::VPC', id('vpc', index % networks), 'VpcId'],
      ['allows traffic from', 'AWS::EC2::SecurityGroup', id('sg', index % 300), 'IpPermissions[].UserIdGroupPairs[]'],
    ],
  },
  {
    type: 'AWS::Lambda::Function',
    share: 0.2,
    prefix: 'function',
    properties: () => ({
      architectures: ['arm64'],
      memoryMb: 256,
      packageType: 'Zip',
      runtime: 'nodejs24.x',
      timeoutS: 30,
    }),
    relations: (index) => [['uses', 'AWS::IAM::Role', `function-${index % 40}`, 'Functions[].Role']],
  },
]

/** Generates about `resourceCount` resources, including VPCs and subnets. The same count gives the same resources. */
export function* accountPages(resourceCount: number): Generator<readonly ResourceReading[]> {
  if (resourceCount === 0) return
  const networks = Math.max(1, Math.floor(resourceCount / perNetwork))
  yield times(networks, (index) => reading('AWS::EC2::VPC', id('vpc', index), index, { cidrBlock: '10.0.0.0/16' }, []))
  yield times(networks * subnetsPerNetwork, (index) =>
    reading('AWS::EC2::Subnet', id('subnet', index), index, { cidrBlock: `10.0.${index}.0/24`, isPublic: false }, [
      ['contained in', 'AWS::EC2::VPC', id('vpc', index % networks), 'Subnets[].VpcId'],
    ]),
  )
  const rest = resourceCount - networks * (1 + subnetsPerNetwork)
  for (const { type, share, prefix, properties, relations } of kinds) {
    const count = Math.round(rest * share)
    for (let start = 0; start < count; start += pageSize) {
      yield times(Math.min(pageSize, count - start), (offset) => {
        const index = start + offset
        return reading(type, id(prefix, index), index, properties(index), relations(index, networks))
      })
    }
  }
}

const types = ['AWS::EC2::VPC', 'AWS::EC2::Subnet', ...kinds.map(({ type }) => type)]

/** Returns coverage of as many types as a scan has, most of them without resources. */
export function accountCoverage(durationMs: number): readonly TypeCoverage[] {
  const empty = times(120 - types.length, (index) => `AWS::Service${index}::Resource`)
  return [...types, ...empty].map((type) => ({
    type,
    countKey: type.toLowerCase(),
    status: 'collected',
    count: 0,
    calls: 1,
    retries: 0,
    durationMs,
    reason: null,
    action: null,
    deniedBy: null,
    statement: null,
  }))
}

function reading(
  type: string,
  resourceId: string,
  index: number,
  properties: Readonly<Record<string, Json>>,
  relations: ReturnType<Kind['relations']>,
): ResourceReading {
  const source = { type, id: resourceId }
  return {
    resource: {
      ...source,
      arn: `arn:aws:${type.split('::')[1]?.toLowerCase()}:${region}:${account}:${resourceId}`,
      name: `${type.split('::')[2]?.toLowerCase()}-${index}`,
      presence: 'read',
      tags: { Name: `resource-${index}`, env: 'production', team: `team-${index % 12}` },
      properties,
    },
    relations: relations.map(([verb, targetType, targetId, field]): Relation => ({
      source,
      verb,
      target: { type: targetType, id: targetId },
      evidence: `${type.split('::')[1]?.toLowerCase()}:Describe ${field}`,
    })),
  }
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Returns an irregular ID like AWS's own. Sequential IDs would make indexes look better than they are. */
function id(prefix: string, index: number): string {
  const mixed = (BigInt(index + 1) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn
  return `${prefix}-0${mixed.toString(16).padStart(16, '0')}`
}
