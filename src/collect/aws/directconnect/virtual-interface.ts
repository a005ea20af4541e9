import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { directConnect } from './connection.ts'
import { lowerCaseTagRecord } from './lower-case-tag-record.ts'

/** Private, public and transit ones under one name: CloudFormation has three, the provider’s list one. The keys of BGP sessions and the router’s configuration come with the list; they are never kept. */
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
