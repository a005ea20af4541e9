import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { lowerCaseTagRecord } from './lower-case-tag-record.ts'

export const directConnect = defineService(
  'directconnect',
  () => import('@aws-sdk/client-direct-connect'),
  (sdk) => sdk.DirectConnectClient,
)

export const directConnectConnection = defineCollector({
  type: 'AWS::DirectConnect::Connection',
  count: 'directConnectConnections',
  scope: 'regional',
  permissions: ['directconnect:DescribeConnections'],
  service: directConnect,
  pages: ({ sdk, client }) =>
    tokenPages((nextToken) => client.send(new sdk.DescribeConnectionsCommand({ maxResults: 100, nextToken }))),
  items: (page) => page.connections,
  resource: (connection) => ({
    id: connection.connectionId,
    name: connection.connectionName,
    tags: lowerCaseTagRecord(connection.tags),
    properties: {
      state: connection.connectionState,
      location: connection.location,
      bandwidth: connection.bandwidth,
      vlan: connection.vlan,
      partner: connection.partnerName,
      lag: connection.lagId,
      encryptionMode: connection.encryptionMode,
    },
  }),
})
