import { service } from './resource-type.ts'

export const transitGateway = service('Transit Gateway', {
  'AWS::EC2::TransitGateway': {
    names: ['transit gateway', 'transit gateways'],
    icon: ['architecture-service/AWSTransitGateway', 'transit_gateway'],
    console: 'vpcconsole/home#TransitGatewayDetails:transitGatewayId=*',
    picture: { network: { at: 'between', heading: 'Transit gateways' } },
    normalState: 'available',
    plays: 'transit gateway',
    gone: ['deleted'],
    idPrefix: 'tgw-',
  },
  'AWS::EC2::TransitGatewayRouteTable': {
    names: ['transit gateway route table', 'transit gateway route tables'],
    icon: ['architecture-service/AWSTransitGateway', 'transit_gateway'],
    picture: { network: { at: 'between', heading: 'Transit gateways' } },
    normalState: 'available',
    plays: 'transit gateway route table',
    gone: ['deleted'],
  },
  'AWS::EC2::TransitGatewayAttachment': {
    names: ['transit gateway attachment', 'transit gateway attachments'],
    icon: ['resource/AWSTransitGatewayAttachment', 'transit_gateway_attachment'],
    console: 'vpcconsole/home#TransitGatewayAttachmentDetails:transitGatewayAttachmentId=*',
    picture: { none: 'drawn as an arrow between VPCs' },
    walk: 'through',
    normalState: 'available',
    plays: 'transit gateway attachment',
    gone: ['deleted', 'failed', 'rejected'],
  },
})
