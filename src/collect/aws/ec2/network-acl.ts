import type { NetworkAcl } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const networkAcl = defineCollector({
  type: 'AWS::EC2::NetworkAcl',
  count: 'networkAcls',
  scope: 'regional',
  permissions: ['ec2:DescribeNetworkAcls'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeNetworkAcls({ client, pageSize: 1000 }, {}),
  items: (page) => page.NetworkAcls,
  resource: (acl) => ({
    id: acl.NetworkAclId,
    name: nameTag(acl.Tags),
    tags: tagRecord(acl.Tags),
    properties: { isDefault: acl.IsDefault, ingress: entries(acl, false), egress: entries(acl, true) },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'NetworkAcls[].VpcId', targets: (acl) => acl.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'NetworkAcls[].Associations[].SubnetId',
      targets: (acl) => acl.Associations?.map(({ SubnetId }) => SubnetId),
    },
  ],
})

/**
 * Returns the entries in evaluation order. Protocol `-1` means all. Ports, or ICMP types and codes, are `null` if the
 * protocol has none.
 */
function entries(acl: NetworkAcl, egress: boolean) {
  return (acl.Entries ?? [])
    .filter((entry) => entry.Egress === egress)
    .map((entry) => ({
      rule: entry.RuleNumber ?? null,
      action: entry.RuleAction ?? null,
      protocol: entry.Protocol ?? null,
      cidrBlock: entry.CidrBlock ?? entry.Ipv6CidrBlock ?? null,
      fromPort: entry.PortRange?.From ?? null,
      toPort: entry.PortRange?.To ?? null,
      icmpType: entry.IcmpTypeCode?.Type ?? null,
      icmpCode: entry.IcmpTypeCode?.Code ?? null,
    }))
    .toSorted((a, b) => (a.rule ?? 0) - (b.rule ?? 0))
}
