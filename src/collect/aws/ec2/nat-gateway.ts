import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const natGateway = defineCollector({
  type: 'AWS::EC2::NatGateway',
  count: 'natGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeNatGateways'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeNatGateways({ client, pageSize: 1000 }, {}),
  items: (page) => page.NatGateways,
  resource: (gateway) => ({
    id: gateway.NatGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: {
      state: gateway.State,
      connectivityType: gateway.ConnectivityType,
      publicIpAddresses: (gateway.NatGatewayAddresses ?? []).flatMap(({ PublicIp }) => PublicIp ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::Subnet',
      field: 'NatGateways[].SubnetId',
      targets: (gateway) => gateway.SubnetId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::EIP',
      field: 'NatGateways[].NatGatewayAddresses[].AllocationId',
      targets: (gateway) => gateway.NatGatewayAddresses?.map(({ AllocationId }) => AllocationId),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'NatGateways[].NatGatewayAddresses[].NetworkInterfaceId',
      targets: (gateway) => gateway.NatGatewayAddresses?.map(({ NetworkInterfaceId }) => NetworkInterfaceId),
    },
  ],
})
