/** Amazon MQ: brokers. */
import * as module from '@aws-sdk/client-mq'
import type {
  BrokerSummary,
  DescribeBrokerRequest,
  DescribeBrokerResponse,
  ListBrokersRequest,
  ListBrokersResponse,
} from '@aws-sdk/client-mq'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'mq',
  module,
  client: new module.MqClient(idleClient),
  operations: {
    ListBrokers: listOperation<ListBrokersRequest, ListBrokersResponse, BrokerSummary>({
      items: ({ regionData }) =>
        regionData.mq?.brokers?.map((broker) => ({
          BrokerArn: broker.BrokerArn,
          BrokerId: broker.BrokerId,
          BrokerName: broker.BrokerName,
          BrokerState: broker.BrokerState,
          DeploymentMode: broker.DeploymentMode,
          EngineType: broker.EngineType,
          HostInstanceType: broker.HostInstanceType,
        })),
      paging: usualPaging<ListBrokersRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 5,
        maximum: 100,
        default: 20,
        badToken: 'BadRequestException',
        badSize: 'BadRequestException',
      }),
      answer: (items, NextToken) => ({ BrokerSummaries: [...items], NextToken }),
    }),

    DescribeBroker: operation<DescribeBrokerRequest, DescribeBrokerResponse>({
      parameters: ['BrokerId'],
      answer({ BrokerId: wanted }, { regionData }) {
        const broker = regionData.mq?.brokers?.find(({ BrokerId }) => BrokerId === wanted)
        if (broker === undefined)
          throw new ProviderError('NotFoundException', `Can't find requested broker [${wanted}].`, 404)
        return broker
      },
    }),
  },
}
