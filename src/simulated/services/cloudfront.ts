/** CloudFront: distributions. */
import * as module from '@aws-sdk/client-cloudfront'
import type { DistributionSummary, ListDistributionsRequest, ListDistributionsResult } from '@aws-sdk/client-cloudfront'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'cloudfront',
  module,
  client: new module.CloudFrontClient(idleClient),
  operations: {
    ListDistributions: listOperation<ListDistributionsRequest, ListDistributionsResult, DistributionSummary>({
      items: ({ globalData }) => globalData.cloudFront?.distributions,
      paging: {
        token: 'Marker',
        size: 'MaxItems',
        minimum: 1,
        maximum: 100,
        default: 100,
        badToken: () => new ProviderError('InvalidArgument', 'The marker is invalid'),
        badSize: (size) => new ProviderError('InvalidArgument', `MaxItems ${size} is not from 1 to 100`),
      },
      answer: (items, NextMarker, { Marker = '', MaxItems = 100 }) => ({
        DistributionList: {
          Marker,
          NextMarker,
          MaxItems,
          IsTruncated: NextMarker !== undefined,
          Quantity: items.length,
          Items: [...items],
        },
      }),
    }),
  },
}
