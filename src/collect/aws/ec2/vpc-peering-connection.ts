import type { VpcPeeringConnectionVpcInfo } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const vpcPeeringConnection = defineCollector({
  type: 'AWS::EC2::VPCPeeringConnection',
  count: 'vpcPeerings',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcPeeringConnections'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVpcPeeringConnections({ client, pageSize: 1000 }, {}),
  items: (page) => page.VpcPeeringConnections,
  resource: (peering) => ({
    id: peering.VpcPeeringConnectionId,
    name: nameTag(peering.Tags),
    tags: tagRecord(peering.Tags),
    properties: {
      status: peering.Status?.Code,
      requester: side(peering.RequesterVpcInfo),
      accepter: side(peering.AccepterVpcInfo),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'VpcPeeringConnections[].RequesterVpcInfo.VpcId',
      targets: (peering) => peering.RequesterVpcInfo?.VpcId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'VpcPeeringConnections[].AccepterVpcInfo.VpcId',
      targets: (peering) => peering.AccepterVpcInfo?.VpcId,
    },
  ],
})

function side(vpc: VpcPeeringConnectionVpcInfo | undefined) {
  return {
    account: vpc?.OwnerId ?? null,
    region: vpc?.Region ?? null,
    cidrBlocks: (vpc?.CidrBlockSet ?? []).flatMap(({ CidrBlock }) => CidrBlock ?? []).toSorted(),
  }
}
