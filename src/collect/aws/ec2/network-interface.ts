import type { NetworkInterface } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const networkInterface = defineCollector({
  type: 'AWS::EC2::NetworkInterface',
  count: 'networkInterfaces',
  scope: 'regional',
  permissions: ['ec2:DescribeNetworkInterfaces'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeNetworkInterfaces({ client, pageSize: 1000 }, {}),
  items: (page) => page.NetworkInterfaces,
  resource: (networkInterface) => ({
    id: networkInterface.NetworkInterfaceId,
    name: nameTag(networkInterface.TagSet),
    tags: tagRecord(networkInterface.TagSet),
    properties: {
      interfaceType: networkInterface.InterfaceType,
      // `available`: not attached to anything.
      status: networkInterface.Status,
      description: networkInterface.Description,
      privateIpAddress: networkInterface.PrivateIpAddress,
      privateIpAddresses: privateIpAddresses(networkInterface),
      ipv6Addresses: networkInterface.Ipv6Addresses?.flatMap(({ Ipv6Address }) => Ipv6Address ?? []).toSorted() ?? [],
      publicIpAddress: networkInterface.Association?.PublicIp,
      requesterManaged: networkInterface.RequesterManaged,
      sourceDestCheck: networkInterface.SourceDestCheck,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::Subnet',
      field: 'NetworkInterfaces[].SubnetId',
      targets: (networkInterface) => networkInterface.SubnetId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'NetworkInterfaces[].Groups[].GroupId',
      targets: (networkInterface) => networkInterface.Groups?.map(({ GroupId }) => GroupId),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Instance',
      field: 'NetworkInterfaces[].Attachment.InstanceId',
      targets: (networkInterface) => networkInterface.Attachment?.InstanceId,
    },
  ],
})

/** The primary address first, then the secondary ones. */
function privateIpAddresses({ PrivateIpAddresses = [] }: NetworkInterface) {
  const told = (primary: boolean) =>
    PrivateIpAddresses.filter(({ Primary }) => (Primary === true) === primary).map(
      ({ PrivateIpAddress, Association }) => ({
        privateIpAddress: PrivateIpAddress ?? null,
        publicIpAddress: Association?.PublicIp ?? null,
      }),
    )
  return [...told(true), ...inStableOrder(told(false))]
}
