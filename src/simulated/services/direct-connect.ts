/** Direct Connect: connections, virtual interfaces, gateways and what these are associated with. */
import * as module from '@aws-sdk/client-direct-connect'
import type {
  Connection,
  Connections,
  DescribeConnectionsRequest,
  DescribeDirectConnectGatewayAssociationsRequest,
  DescribeDirectConnectGatewayAssociationsResult,
  DescribeDirectConnectGatewaysRequest,
  DescribeDirectConnectGatewaysResult,
  DescribeVirtualInterfacesRequest,
  DirectConnectGateway,
  DirectConnectGatewayAssociation,
  VirtualInterface,
  VirtualInterfaces,
} from '@aws-sdk/client-direct-connect'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** "If MaxResults is given a value larger than 100, only 100 results are returned." */
const paging: Paging<{ readonly maxResults?: number | undefined; readonly nextToken?: string | undefined }> = {
  token: 'nextToken',
  size: 'maxResults',
  minimum: 1,
  maximum: 10_000,
  default: 100,
  ceiling: 100,
  badToken: () => new ProviderError('DirectConnectClientException', 'The next token is invalid'),
  badSize: (size) => new ProviderError('DirectConnectClientException', `MaxResults ${size} is invalid`),
}

export const service: SimulatedService = {
  iamPrefix: 'directconnect',
  module,
  client: new module.DirectConnectClient(idleClient),
  operations: {
    DescribeConnections: listOperation<DescribeConnectionsRequest, Connections, Connection>({
      items: ({ regionData }) => regionData.directConnect?.connections,
      identifiers: [{ parameter: 'connectionId', of: (item) => [item.connectionId], notFound: null }],
      paging,
      answer: (items, nextToken) => ({ connections: [...items], nextToken }),
    }),

    DescribeVirtualInterfaces: listOperation<DescribeVirtualInterfacesRequest, VirtualInterfaces, VirtualInterface>({
      items: ({ regionData }) => regionData.directConnect?.virtualInterfaces,
      identifiers: [
        { parameter: 'connectionId', of: (item) => [item.connectionId], notFound: null },
        { parameter: 'virtualInterfaceId', of: (item) => [item.virtualInterfaceId], notFound: null },
      ],
      paging,
      answer: (items, nextToken) => ({ virtualInterfaces: [...items], nextToken }),
    }),

    DescribeDirectConnectGateways: listOperation<
      DescribeDirectConnectGatewaysRequest,
      DescribeDirectConnectGatewaysResult,
      DirectConnectGateway
    >({
      items: ({ globalData }) => globalData.directConnect?.gateways,
      identifiers: [
        { parameter: 'directConnectGatewayId', of: (item) => [item.directConnectGatewayId], notFound: null },
      ],
      paging,
      answer: (items, nextToken) => ({ directConnectGateways: [...items], nextToken }),
    }),

    DescribeDirectConnectGatewayAssociations: listOperation<
      DescribeDirectConnectGatewayAssociationsRequest,
      DescribeDirectConnectGatewayAssociationsResult,
      DirectConnectGatewayAssociation
    >({
      items: ({ globalData }) => globalData.directConnect?.associations,
      identifiers: [
        { parameter: 'directConnectGatewayId', of: (item) => [item.directConnectGatewayId], notFound: null },
      ],
      paging,
      answer: (items, nextToken) => ({ directConnectGatewayAssociations: [...items], nextToken }),
    }),
  },
}
