import type { Instance } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const instance = defineCollector({
  type: 'AWS::EC2::Instance',
  count: 'computeInstances',
  scope: 'regional',
  permissions: ['ec2:DescribeInstances'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeInstances({ client, pageSize: 1000 }, {}),
  items: (page) => page.Reservations?.flatMap(({ Instances }) => Instances ?? []),
  resource: (instance) => ({
    id: instance.InstanceId,
    name: nameTag(instance.Tags),
    tags: tagRecord(instance.Tags),
    properties: {
      instanceType: instance.InstanceType,
      state: instance.State?.Name,
      availabilityZone: instance.Placement?.AvailabilityZone,
      privateIpAddress: instance.PrivateIpAddress,
      publicIpAddress: instance.PublicIpAddress,
      ipv6Addresses: ipv6Addresses(instance),
      imageId: instance.ImageId,
      launchTime: instance.LaunchTime?.toISOString(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::Subnet',
      field: 'Reservations[].Instances[].SubnetId',
      targets: (instance) => instance.SubnetId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Reservations[].Instances[].SecurityGroups[].GroupId',
      targets: (instance) => instance.SecurityGroups?.map(({ GroupId }) => GroupId),
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::Image',
      field: 'Reservations[].Instances[].ImageId',
      targets: (instance) => instance.ImageId,
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::KeyPair',
      field: 'Reservations[].Instances[].KeyName',
      targets: (instance) => instance.KeyName,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::InstanceProfile'],
      field: 'Reservations[].Instances[].IamInstanceProfile.Arn',
      arns: (instance) => instance.IamInstanceProfile?.Arn,
    },
  ],
})

/** The IPv6 addresses of all interfaces. Most instances have none. */
function ipv6Addresses({ NetworkInterfaces = [] }: Instance): string[] | undefined {
  const addresses = NetworkInterfaces.flatMap(({ Ipv6Addresses = [] }) =>
    Ipv6Addresses.flatMap(({ Ipv6Address }) => Ipv6Address ?? []),
  )
  return addresses.length === 0 ? undefined : addresses.toSorted()
}
