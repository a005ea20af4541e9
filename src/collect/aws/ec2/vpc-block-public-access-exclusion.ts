import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { ec2 } from './vpc.ts'

export const vpcBlockPublicAccessExclusion = defineCollector({
  type: 'AWS::EC2::VPCBlockPublicAccessExclusion',
  count: 'vpcBlockPublicAccessExclusions',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcBlockPublicAccessExclusions'],
  service: ec2,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) =>
      client.send(new sdk.DescribeVpcBlockPublicAccessExclusionsCommand({ MaxResults: 1000, NextToken })),
    ),
  items: (page) => page.VpcBlockPublicAccessExclusions,
  resource: (exclusion) => ({
    id: exclusion.ExclusionId,
    name: nameTag(exclusion.Tags),
    tags: tagRecord(exclusion.Tags),
    properties: {
      mode: exclusion.InternetGatewayExclusionMode,
      state: exclusion.State,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::EC2::VPC', 'AWS::EC2::Subnet'],
      field: 'VpcBlockPublicAccessExclusions[].ResourceArn',
      arns: ({ ResourceArn }) => ResourceArn,
    },
  ],
})
