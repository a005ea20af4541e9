import type { TransitGatewayAttachment, TransitGatewayAttachmentResourceType } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

type Attachment = TransitGatewayAttachment & { readonly subnetIds: readonly string[] | undefined }

export const transitGatewayAttachment = defineCollector({
  type: 'AWS::EC2::TransitGatewayAttachment',
  count: 'transitGatewayAttachments',
  scope: 'regional',
  permissions: ['ec2:DescribeTransitGatewayAttachments', 'ec2:DescribeTransitGatewayVpcAttachments'],
  service: ec2,
  // The list of all attachments omits the subnets of VPC attachments. The list of VPC attachments has them.
  async *pages({ sdk, client }) {
    const subnetIds = new Map<string | undefined, readonly string[] | undefined>()
    for await (const page of sdk.paginateDescribeTransitGatewayVpcAttachments({ client, pageSize: 1000 }, {})) {
      for (const attachment of page.TransitGatewayVpcAttachments ?? []) {
        subnetIds.set(attachment.TransitGatewayAttachmentId, attachment.SubnetIds)
      }
    }
    for await (const page of sdk.paginateDescribeTransitGatewayAttachments({ client, pageSize: 1000 }, {})) {
      yield (page.TransitGatewayAttachments ?? []).map((attachment): Attachment => ({
        ...attachment,
        subnetIds: subnetIds.get(attachment.TransitGatewayAttachmentId),
      }))
    }
  },
  items: (page) => page,
  resource: (attachment) => ({
    id: attachment.TransitGatewayAttachmentId,
    name: nameTag(attachment.Tags),
    tags: tagRecord(attachment.Tags),
    properties: {
      state: attachment.State,
      resourceType: attachment.ResourceType,
      resourceOwner: attachment.ResourceOwnerId,
      transitGatewayOwner: attachment.TransitGatewayOwnerId,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::TransitGateway',
      field: 'TransitGatewayAttachments[].TransitGatewayId',
      targets: (attachment) => attachment.TransitGatewayId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::TransitGatewayRouteTable',
      field: 'TransitGatewayAttachments[].Association.TransitGatewayRouteTableId',
      targets: (attachment) => attachment.Association?.TransitGatewayRouteTableId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'TransitGatewayAttachments[].ResourceId',
      targets: (attachment) => attached(attachment, 'vpc'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ec2:DescribeTransitGatewayVpcAttachments TransitGatewayVpcAttachments[].SubnetIds[]',
      targets: ({ subnetIds }) => subnetIds,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPNConnection',
      field: 'TransitGatewayAttachments[].ResourceId',
      targets: (attachment) => attached(attachment, 'vpn'),
    },
    {
      verb: 'attached to',
      type: 'AWS::DirectConnect::DirectConnectGateway',
      field: 'TransitGatewayAttachments[].ResourceId',
      targets: (attachment) => attached(attachment, 'direct-connect-gateway'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::TransitGateway',
      field: 'TransitGatewayAttachments[].ResourceId',
      targets: (attachment) => attached(attachment, 'peering'),
    },
  ],
})

function attached(
  attachment: TransitGatewayAttachment,
  type: TransitGatewayAttachmentResourceType,
): string | undefined {
  return attachment.ResourceType === type ? attachment.ResourceId : undefined
}
