/** Direct Connect: connections, virtual interfaces, gateways, and their associations. */
import type {
  Connection,
  DirectConnectGateway,
  DirectConnectGatewayAssociation,
  VirtualInterface,
} from '@aws-sdk/client-direct-connect'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly directConnect?: Lists<{ connections: Connection; virtualInterfaces: VirtualInterface }>
  }
  interface GlobalData {
    /** Every region lists the same gateways. */
    readonly directConnect?: Lists<{ gateways: DirectConnectGateway; associations: DirectConnectGatewayAssociation }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-direct-connect'), {
  data: 'directConnect',
  // "If MaxResults is given a value larger than 100, only 100 results are returned."
  pages: { largest: 10_000, usual: 100, ceiling: 100, error: 'DirectConnectClientException' },
})({
  DescribeConnections: { list: 'connections', by: 'connectionId' },
  DescribeVirtualInterfaces: { list: 'virtualInterfaces', by: ['connectionId', 'virtualInterfaceId'] },
  DescribeDirectConnectGateways: { list: 'gateways', by: 'directConnectGatewayId' },
  DescribeDirectConnectGatewayAssociations: { list: 'associations', by: 'directConnectGatewayId' },
})
