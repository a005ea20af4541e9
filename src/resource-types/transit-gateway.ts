import { service } from './resource-type.ts'

export const transitGateway = service('Transit Gateway', {
  'AWS::EC2::TransitGateway': {
    names: ['transit gateway', 'transit gateways'],
    icon: ['architecture-service/AWSTransitGateway', 'transit_gateway'],
    console: 'vpcconsole/home#TransitGatewayDetails:transitGatewayId=*',
  },
  'AWS::EC2::TransitGatewayAttachment': {
    names: ['transit gateway attachment', 'transit gateway attachments'],
    icon: ['resource/AWSTransitGatewayAttachment', 'transit_gateway_attachment'],
    console: 'vpcconsole/home#TransitGatewayAttachmentDetails:transitGatewayAttachmentId=*',
  },
  'AWS::EC2::TransitGatewayRouteTable': {
    names: ['transit gateway route table', 'transit gateway route tables'],
    icon: ['architecture-service/AWSTransitGateway', 'transit_gateway'],
  },
})
