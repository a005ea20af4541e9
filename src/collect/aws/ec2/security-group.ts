import type { IpPermission } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../tags.ts'
import { ec2 } from '../services.ts'

export const securityGroup = defineCollector({
  type: 'AWS::EC2::SecurityGroup',
  count: 'securityGroups',
  scope: 'regional',
  permissions: ['ec2:DescribeSecurityGroups'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeSecurityGroups({ client, pageSize: 1000 }, {}),
  items: (page) => page.SecurityGroups,
  resource: (group) => {
    const ingress = (group.IpPermissions ?? []).flatMap(ingressRules)
    return {
      id: group.GroupId,
      arn: group.SecurityGroupArn,
      name: nameTag(group.Tags) ?? group.GroupName,
      tags: tagRecord(group.Tags),
      properties: {
        description: group.Description,
        ingress,
        openToInternet: ingress.some(({ source }) => source === '0.0.0.0/0' || source === '::/0'),
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
      targets: (group) =>
        group.IpPermissions?.flatMap(({ UserIdGroupPairs }) => (UserIdGroupPairs ?? []).map(({ GroupId }) => GroupId)),
    },
    {
      verb: 'allows traffic to',
      type: 'AWS::EC2::SecurityGroup',
      field: 'SecurityGroups[].IpPermissionsEgress[].UserIdGroupPairs[].GroupId',
      targets: (group) =>
        group.IpPermissionsEgress?.flatMap(({ UserIdGroupPairs }) =>
          (UserIdGroupPairs ?? []).map(({ GroupId }) => GroupId),
        ),
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
  ],
})

/** One rule per source: protocol `-1` means all, ports are `null` where the protocol has none. */
function ingressRules(permission: IpPermission) {
  const sources = [
    ...(permission.IpRanges ?? []).map(({ CidrIp }) => CidrIp),
    ...(permission.Ipv6Ranges ?? []).map(({ CidrIpv6 }) => CidrIpv6),
    ...(permission.PrefixListIds ?? []).map(({ PrefixListId }) => PrefixListId),
    ...(permission.UserIdGroupPairs ?? []).map(({ GroupId }) => GroupId),
  ]
  return sources.map((source) => ({
    protocol: permission.IpProtocol ?? null,
    fromPort: permission.FromPort ?? null,
    toPort: permission.ToPort ?? null,
    source: source ?? null,
  }))
}
