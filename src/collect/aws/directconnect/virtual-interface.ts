import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { directConnect } from './connection.ts'
import { lowerCaseTagRecord } from './lower-case-tag-record.ts'

/**
 * Collects private, public, and transit virtual interfaces as one type. CloudFormation has three types, but AWS has one
 * list. BGP keys and router configurations in the list are never stored.
 */
export const virtualInterface = defineCollector({
  type: 'AWS::DirectConnect::VirtualInterface',
  count: 'virtualInterfaces',
  scope: 'regional',
  permissions: ['directconnect:DescribeVirtualInterfaces'],
  service: directConnect,
  pages: ({ sdk, client }) =>
    tokenPages((nextToken) => client.send(new sdk.DescribeVirtualInterfacesCommand({ maxResults: 100, nextToken }))),
  items: (page) => page.virtualInterfaces,
  resource: (virtualInterface) => ({
    id: virtualInterface.virtualInterfaceId,
    name: virtualInterface.virtualInterfaceName,
    tags: lowerCaseTagRecord(virtualInterface.tags),
    properties: {
      interfaceType: virtualInterface.virtualInterfaceType,
      state: virtualInterface.virtualInterfaceState,
      location: virtualInterface.location,
      vlan: virtualInterface.vlan,
      customerAsn: virtualInterface.asnLong ?? virtualInterface.asn,
      amazonSideAsn: virtualInterface.amazonSideAsn,
      mtu: virtualInterface.mtu,
      addressFamily: virtualInterface.addressFamily,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::DirectConnect::Connection',
      field: 'virtualInterfaces[].connectionId',
      targets: (virtualInterface) => virtualInterface.connectionId,
    },
    {
      verb: 'attached to',
      type: 'AWS::DirectConnect::DirectConnectGateway',
      field: 'virtualInterfaces[].directConnectGatewayId',
      targets: (virtualInterface) => virtualInterface.directConnectGatewayId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPNGateway',
      field: 'virtualInterfaces[].virtualGatewayId',
      targets: (virtualInterface) => virtualInterface.virtualGatewayId,
    },
  ],
})
