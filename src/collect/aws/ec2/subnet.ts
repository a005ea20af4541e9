import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const subnet = defineCollector({
  type: 'AWS::EC2::Subnet',
  count: 'subnets',
  scope: 'regional',
  permissions: ['ec2:DescribeSubnets'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeSubnets({ client, pageSize: 1000 }, {}),
  items: (page) => page.Subnets,
  resource: (subnet) => ({
    id: subnet.SubnetId,
    arn: subnet.SubnetArn,
    name: nameTag(subnet.Tags),
    tags: tagRecord(subnet.Tags),
    properties: {
      cidrBlock: subnet.CidrBlock,
      availabilityZone: subnet.AvailabilityZone,
      mapPublicIpOnLaunch: subnet.MapPublicIpOnLaunch,
    },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'Subnets[].VpcId', targets: (subnet) => subnet.VpcId },
  ],
})
