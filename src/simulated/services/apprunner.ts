/** App Runner: services and VPC connectors. */
import * as module from '@aws-sdk/client-apprunner'
import type {
  DescribeServiceRequest,
  DescribeServiceResponse,
  ListServicesRequest,
  ListServicesResponse,
  ListVpcConnectorsRequest,
  ListVpcConnectorsResponse,
  Service,
  VpcConnector,
} from '@aws-sdk/client-apprunner'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'apprunner',
  module,
  client: new module.AppRunnerClient(idleClient),
  operations: {
    ListServices: listOperation<ListServicesRequest, ListServicesResponse, Service>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.appRunner?.services,
      paging: usualPaging<ListServicesRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 20,
        default: null,
        badToken: 'InvalidRequestException',
        badSize: 'InvalidRequestException',
      }),
      answer: (items, NextToken) => ({
        ServiceSummaryList: items.map(
          ({ ServiceName, ServiceId, ServiceArn, ServiceUrl, CreatedAt, UpdatedAt, Status }) => ({
            ServiceName,
            ServiceId,
            ServiceArn,
            ServiceUrl,
            CreatedAt,
            UpdatedAt,
            Status,
          }),
        ),
        NextToken,
      }),
    }),

    DescribeService: operation<DescribeServiceRequest, DescribeServiceResponse>({
      parameters: ['ServiceArn'],
      answer({ ServiceArn }, { regionData }) {
        const found = regionData.appRunner?.services?.find((item) => item.ServiceArn === ServiceArn)
        if (found === undefined) {
          throw new ProviderError('ResourceNotFoundException', `Service with the provided ARN does not exist`)
        }
        return { Service: found }
      },
    }),

    ListVpcConnectors: listOperation<ListVpcConnectorsRequest, ListVpcConnectorsResponse, VpcConnector>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.appRunner?.vpcConnectors,
      paging: usualPaging<ListVpcConnectorsRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 100,
        default: null,
        badToken: 'InvalidRequestException',
        badSize: 'InvalidRequestException',
      }),
      answer: (items, NextToken) => ({ VpcConnectors: [...items], NextToken }),
    }),
  },
}
