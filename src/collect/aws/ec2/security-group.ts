import type { IpPermission } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const securityGroup = defineCollector({
  type: 'AWS::EC2::SecurityGroup',
  count: 'securityGroups',
  scope: 'regional',
  permissions: ['ec2:DescribeSecurityGroups'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeSecurityGroups({ client, pageSize: 1000 }, {}),
  items: (page) => page.SecurityGroups,
  resource: (group) => {
    const ingress = inStableOrder(rules(group.IpPermissions).map(({ peer, ...rule }) => ({ ...rule, source: peer })))
    return {
      id: group.GroupId,
      arn: group.SecurityGroupArn,
      name: nameTag(group.Tags) ?? group.GroupName,
      tags: tagRecord(group.Tags),
      properties: {
        description: group.Description,
        ingress,
        egress: inStableOrder(
          rules(group.IpPermissionsEgress).map(({ peer, ...rule }) => ({ ...rule, destination: peer })),
        ),
      },
    }
  },
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'SecurityGroups[].VpcId',
      targets: (group) => group.VpcId,
    },
    {
      verb: 'allows traffic from',
      type: 'AWS::EC2::SecurityGroup',
      field: 'SecurityGroups[].IpPermissions[].UserIdGroupPairs[].GroupId',
      targets: (group) => group.IpPermissions?.flatMap(peerGroups),
    },
    {
      verb: 'allows traffic to',
      type: 'AWS::EC2::SecurityGroup',
      field: 'SecurityGroups[].IpPermissionsEgress[].UserIdGroupPairs[].GroupId',
      targets: (group) => group.IpPermissionsEgress?.flatMap(peerGroups),
    },
    {
      verb: 'allows traffic from',
      type: 'AWS::EC2::PrefixList',
      field: 'SecurityGroups[].IpPermissions[].PrefixListIds[].PrefixListId',
      targets: (group) =>
        group.IpPermissions?.flatMap(({ PrefixListIds }) =>
          (PrefixListIds ?? []).map(({ PrefixListId }) => PrefixListId),
        ),
    },
    {
      verb: 'allows traffic to',
      type: 'AWS::EC2::PrefixList',
      field: 'SecurityGroups[].IpPermissionsEgress[].PrefixListIds[].PrefixListId',
      targets: (group) =>
        group.IpPermissionsEgress?.flatMap(({ PrefixListIds }) =>
          (PrefixListIds ?? []).map(({ PrefixListId }) => PrefixListId),
        ),
    },
  ],
})

/** Without stale rules, whose groups were in a VPC of an ended peering connection. */
function peerGroups({ UserIdGroupPairs = [] }: IpPermission): readonly (string | undefined)[] {
  return UserIdGroupPairs.filter(({ PeeringStatus = 'active' }) => PeeringStatus === 'active').map(
    ({ GroupId }) => GroupId,
  )
}

/** Returns one rule for each peer. Protocol `-1` means all. Ports are `null` if the protocol has none. */
function rules(permissions: readonly IpPermission[] | undefined) {
  return (permissions ?? []).flatMap((permission) => {
    const peers = [
      ...(permission.IpRanges ?? []).map(({ CidrIp }) => CidrIp),
      ...(permission.Ipv6Ranges ?? []).map(({ CidrIpv6 }) => CidrIpv6),
      ...(permission.PrefixListIds ?? []).map(({ PrefixListId }) => PrefixListId),
      ...(permission.UserIdGroupPairs ?? []).map(({ GroupId }) => GroupId),
    ]
    return peers.map((peer) => ({
      protocol: permission.IpProtocol ?? null,
      fromPort: permission.FromPort ?? null,
      toPort: permission.ToPort ?? null,
      peer: peer ?? null,
    }))
  })
}
