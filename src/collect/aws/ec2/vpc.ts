import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../tags.ts'
import { ec2 } from '../services.ts'

export const vpc = defineCollector({
  type: 'AWS::EC2::VPC',
  count: 'networks',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcs'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVpcs({ client, pageSize: 1000 }, {}),
  items: (page) => page.Vpcs,
  resource: (vpc) => ({
    id: vpc.VpcId,
    name: nameTag(vpc.Tags),
    tags: tagRecord(vpc.Tags),
    properties: {
      cidrBlocks: [
        ...(vpc.CidrBlockAssociationSet ?? []).flatMap(({ CidrBlock }) => CidrBlock ?? []),
        ...(vpc.Ipv6CidrBlockAssociationSet ?? []).flatMap(({ Ipv6CidrBlock }) => Ipv6CidrBlock ?? []),
      ],
      isDefault: vpc.IsDefault,
      state: vpc.State,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::DHCPOptions',
      field: 'Vpcs[].DhcpOptionsId',
      // A network without any says `default`.
      targets: ({ DhcpOptionsId }) => (DhcpOptionsId === 'default' ? undefined : DhcpOptionsId),
    },
  ],
})
