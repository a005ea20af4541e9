import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const elasticIp = defineCollector({
  type: 'AWS::EC2::EIP',
  count: 'elasticIps',
  scope: 'regional',
  permissions: ['ec2:DescribeAddresses'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeAddressesCommand({}))],
  items: (page) => page.Addresses,
  resource: (address) => ({
    id: address.AllocationId ?? address.PublicIp,
    name: nameTag(address.Tags),
    tags: tagRecord(address.Tags),
    properties: {
      publicIp: address.PublicIp,
      domain: address.Domain,
      privateIpAddress: address.PrivateIpAddress,
      networkBorderGroup: address.NetworkBorderGroup,
      publicIpv4Pool: address.PublicIpv4Pool,
      associated: address.AssociationId !== undefined,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'Addresses[].NetworkInterfaceId',
      targets: (address) => address.NetworkInterfaceId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Instance',
      field: 'Addresses[].InstanceId',
      targets: (address) => address.InstanceId,
    },
  ],
})
