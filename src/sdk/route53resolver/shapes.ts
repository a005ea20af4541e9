/**
 * Shapes of Route 53 Resolver's list operations: types of the parts that are used, and schemas in the SDK's format.
 * Source: the API reference of version 2018-04-01, https://docs.aws.amazon.com/Route53/latest/APIReference.
 */
import type { StaticListSchema, StaticOperationSchema, StaticStructureSchema } from '@smithy/types'

const namespace = 'com.amazonaws.route53resolver'

const text = 0
const integer = 1
const texts = 64

type Member = typeof text | typeof integer | typeof texts | StaticListSchema

function structure(name: string, members: Readonly<Record<string, Member>>): StaticStructureSchema {
  return [3, namespace, name, 0, Object.keys(members), Object.values(members)]
}

function listOf(item: StaticStructureSchema): StaticListSchema {
  return [1, namespace, `${item[2]}s`, 0, item]
}

function listOperation(
  name: string,
  parameters: Readonly<Record<string, Member>>,
  found: Readonly<Record<string, StaticListSchema>>,
): StaticOperationSchema {
  const input = structure(`${name}Request`, { ...parameters, MaxResults: integer, NextToken: text })
  const output = structure(`${name}Response`, { NextToken: text, MaxResults: integer, ...found })
  return [9, namespace, name, 0, input, output]
}

export type ResolverEndpoint = {
  readonly Id?: string
  readonly Arn?: string
  readonly Name?: string
  readonly SecurityGroupIds?: readonly string[]
  readonly Direction?: string
  readonly IpAddressCount?: number
  readonly HostVPCId?: string
  readonly Status?: string
  readonly OutpostArn?: string
  readonly ResolverEndpointType?: string
  readonly Protocols?: readonly string[]
}

const resolverEndpoint = structure('ResolverEndpoint', {
  Id: text,
  CreatorRequestId: text,
  Arn: text,
  Name: text,
  SecurityGroupIds: texts,
  Direction: text,
  IpAddressCount: integer,
  HostVPCId: text,
  Status: text,
  StatusMessage: text,
  CreationTime: text,
  ModificationTime: text,
  OutpostArn: text,
  PreferredInstanceType: text,
  ResolverEndpointType: text,
  Protocols: texts,
})

export type IpAddressResponse = {
  readonly IpId?: string
  readonly SubnetId?: string
  readonly Ip?: string
  readonly Ipv6?: string
  readonly Status?: string
}

const ipAddress = structure('IpAddressResponse', {
  IpId: text,
  SubnetId: text,
  Ip: text,
  Ipv6: text,
  Status: text,
  StatusMessage: text,
  CreationTime: text,
  ModificationTime: text,
})

export type ResolverRule = {
  readonly Id?: string
  readonly Arn?: string
  readonly Name?: string
  readonly DomainName?: string
  readonly Status?: string
  readonly RuleType?: string
  readonly TargetIps?: readonly {
    readonly Ip?: string
    readonly Ipv6?: string
    readonly Port?: number
    readonly Protocol?: string
  }[]
  readonly ResolverEndpointId?: string
  readonly OwnerId?: string
  readonly ShareStatus?: string
}

const targetAddress = structure('TargetAddress', {
  Ip: text,
  Port: integer,
  Ipv6: text,
  Protocol: text,
  ServerNameIndication: text,
})

const resolverRule = structure('ResolverRule', {
  Id: text,
  CreatorRequestId: text,
  Arn: text,
  DomainName: text,
  Status: text,
  StatusMessage: text,
  RuleType: text,
  Name: text,
  TargetIps: listOf(targetAddress),
  ResolverEndpointId: text,
  OwnerId: text,
  ShareStatus: text,
  CreationTime: text,
  ModificationTime: text,
  DelegationRecord: text,
})

export type ResolverRuleAssociation = {
  readonly Id?: string
  readonly ResolverRuleId?: string
  readonly Name?: string
  readonly VPCId?: string
  readonly Status?: string
}

const resolverRuleAssociation = structure('ResolverRuleAssociation', {
  Id: text,
  ResolverRuleId: text,
  Name: text,
  VPCId: text,
  Status: text,
  StatusMessage: text,
})

export type ResolverQueryLogConfig = {
  readonly Id?: string
  readonly OwnerId?: string
  readonly Status?: string
  readonly ShareStatus?: string
  readonly AssociationCount?: number
  readonly Arn?: string
  readonly Name?: string
  readonly DestinationArn?: string
}

const resolverQueryLogConfig = structure('ResolverQueryLogConfig', {
  Id: text,
  OwnerId: text,
  Status: text,
  ShareStatus: text,
  AssociationCount: integer,
  Arn: text,
  Name: text,
  DestinationArn: text,
  CreatorRequestId: text,
  CreationTime: text,
})

export type ResolverQueryLogConfigAssociation = {
  readonly Id?: string
  readonly ResolverQueryLogConfigId?: string
  /** The VPC whose queries are logged. */
  readonly ResourceId?: string
  readonly Status?: string
}

const resolverQueryLogConfigAssociation = structure('ResolverQueryLogConfigAssociation', {
  Id: text,
  ResolverQueryLogConfigId: text,
  ResourceId: text,
  Status: text,
  Error: text,
  ErrorMessage: text,
  CreationTime: text,
})

export type FirewallRuleGroupMetadata = {
  readonly Id?: string
  readonly Arn?: string
  readonly Name?: string
  readonly OwnerId?: string
  readonly ShareStatus?: string
}

const firewallRuleGroup = structure('FirewallRuleGroupMetadata', {
  Id: text,
  Arn: text,
  Name: text,
  OwnerId: text,
  CreatorRequestId: text,
  ShareStatus: text,
})

export type FirewallRuleGroupAssociation = {
  readonly Id?: string
  readonly FirewallRuleGroupId?: string
  readonly VpcId?: string
  readonly Priority?: number
  readonly Status?: string
}

const firewallRuleGroupAssociation = structure('FirewallRuleGroupAssociation', {
  Id: text,
  Arn: text,
  FirewallRuleGroupId: text,
  VpcId: text,
  Name: text,
  Priority: integer,
  MutationProtection: text,
  ManagedOwnerName: text,
  Status: text,
  StatusMessage: text,
  CreatorRequestId: text,
  CreationTime: text,
  ModificationTime: text,
})

export const ListFirewallRuleGroupAssociations$ = listOperation(
  'ListFirewallRuleGroupAssociations',
  {},
  { FirewallRuleGroupAssociations: listOf(firewallRuleGroupAssociation) },
)
export const ListFirewallRuleGroups$ = listOperation(
  'ListFirewallRuleGroups',
  {},
  { FirewallRuleGroups: listOf(firewallRuleGroup) },
)
export const ListResolverQueryLogConfigAssociations$ = listOperation(
  'ListResolverQueryLogConfigAssociations',
  {},
  { ResolverQueryLogConfigAssociations: listOf(resolverQueryLogConfigAssociation) },
)
export const ListResolverQueryLogConfigs$ = listOperation(
  'ListResolverQueryLogConfigs',
  {},
  { ResolverQueryLogConfigs: listOf(resolverQueryLogConfig) },
)
export const ListResolverEndpoints$ = listOperation(
  'ListResolverEndpoints',
  {},
  { ResolverEndpoints: listOf(resolverEndpoint) },
)
export const ListResolverEndpointIpAddresses$ = listOperation(
  'ListResolverEndpointIpAddresses',
  { ResolverEndpointId: text },
  { IpAddresses: listOf(ipAddress) },
)
export const ListResolverRules$ = listOperation('ListResolverRules', {}, { ResolverRules: listOf(resolverRule) })
export const ListResolverRuleAssociations$ = listOperation(
  'ListResolverRuleAssociations',
  {},
  { ResolverRuleAssociations: listOf(resolverRuleAssociation) },
)
