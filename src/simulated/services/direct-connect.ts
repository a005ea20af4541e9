/** Direct Connect: connections, virtual interfaces, gateways, and their associations. */
import type * as sdk from '@aws-sdk/client-direct-connect'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly directConnect?: PlainLists<typeof sdk>
  }
  interface GlobalData {
    /** Every region lists the same gateways. */
    readonly directConnect?: PlainLists<typeof sdk>
  }
}

export const service = defineService('directConnect', () => import('@aws-sdk/client-direct-connect'), {
  // "If MaxResults is given a value larger than 100, only 100 results are returned."
  pages: { largest: 10_000, usual: 100, ceiling: 100, error: 'DirectConnectClientException' },
})({
  DescribeConnections: { list: 'connections' },
  DescribeVirtualInterfaces: { list: 'virtualInterfaces' },
  DescribeDirectConnectGateways: { list: 'directConnectGateways' },
  DescribeDirectConnectGatewayAssociations: {
    list: 'directConnectGatewayAssociations',
    by: ['directConnectGatewayId', 'virtualGatewayId'],
  },
})
