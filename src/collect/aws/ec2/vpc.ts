import type { Vpc, VpcCidrBlockState } from '@aws-sdk/client-ec2'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'

export const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)

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
      cidrBlocks: cidrBlocks(vpc),
      isDefault: vpc.IsDefault,
      state: vpc.State,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::DHCPOptions',
      field: 'Vpcs[].DhcpOptionsId',
      // A VPC without DHCP options has the value `default`.
      targets: ({ DhcpOptionsId }) => (DhcpOptionsId === 'default' ? undefined : DhcpOptionsId),
    },
  ],
})

/** The VPC's primary block first. */
function cidrBlocks({ CidrBlock: first, CidrBlockAssociationSet = [], Ipv6CidrBlockAssociationSet = [] }: Vpc) {
  const all = [
    ...CidrBlockAssociationSet.flatMap(({ CidrBlock, CidrBlockState }) =>
      isInUse(CidrBlockState) ? (CidrBlock ?? []) : [],
    ),
    ...Ipv6CidrBlockAssociationSet.flatMap(({ Ipv6CidrBlock, Ipv6CidrBlockState }) =>
      isInUse(Ipv6CidrBlockState) ? (Ipv6CidrBlock ?? []) : [],
    ),
  ].toSorted()
  return [...all.filter((block) => block === first), ...all.filter((block) => block !== first)]
}

/** Disassociated and failed blocks stay in the list for a while. */
function isInUse(state: VpcCidrBlockState | undefined): boolean {
  return state?.State === undefined || state.State === 'associated'
}
