/** Transfer Family: servers. */
import * as module from '@aws-sdk/client-transfer'
import type {
  DescribedServer,
  DescribeServerRequest,
  DescribeServerResponse,
  ListServersRequest,
  ListServersResponse,
} from '@aws-sdk/client-transfer'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'transfer',
  module,
  client: new module.TransferClient(idleClient),
  operations: {
    ListServers: listOperation<ListServersRequest, ListServersResponse, DescribedServer>({
      items: ({ regionData }) => regionData.transfer?.servers,
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 1000,
        default: 1000,
        badToken: () => new ProviderError('InvalidNextTokenException', 'The NextToken is not valid'),
        badSize: (size) => new ProviderError('InvalidRequestException', `MaxResults must be 1 to 1000, not ${size}`),
      },
      answer: (items, NextToken) => ({
        Servers: items.map(({ Arn, Domain, IdentityProviderType, EndpointType, LoggingRole, ServerId, State }) => ({
          Arn,
          Domain,
          IdentityProviderType,
          EndpointType,
          LoggingRole,
          ServerId,
          State,
        })),
        NextToken,
      }),
    }),

    DescribeServer: operation<DescribeServerRequest, DescribeServerResponse>({
      parameters: ['ServerId'],
      answer({ ServerId: id }, { regionData }) {
        const server = regionData.transfer?.servers?.find(({ ServerId }) => ServerId === id)
        if (server === undefined) throw new ProviderError('ResourceNotFoundException', 'Unknown server')
        return { Server: server }
      },
    }),
  },
}
