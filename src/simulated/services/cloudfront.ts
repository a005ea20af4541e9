/** CloudFront: distributions. */
import * as module from '@aws-sdk/client-cloudfront'
import type {
  DistributionSummary,
  GetDistributionConfigRequest,
  GetDistributionConfigResult,
  ListDistributionsRequest,
  ListDistributionsResult,
} from '@aws-sdk/client-cloudfront'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'cloudfront',
  module,
  client: new module.CloudFrontClient(idleClient),
  operations: {
    GetDistributionConfig: operation<GetDistributionConfigRequest, GetDistributionConfigResult>({
      parameters: ['Id'],
      answer({ Id: id = '' }, { globalData }) {
        const { distributions = [], logging = {} } = globalData.cloudFront ?? {}
        const found = distributions.find(({ Id }) => Id === id)
        if (found === undefined) {
          throw new ProviderError('NoSuchDistribution', 'The specified distribution does not exist.', 404)
        }
        const { Origins, DefaultCacheBehavior, Comment, Enabled } = found
        const Logging = logging[id] ?? { Enabled: false, IncludeCookies: false, Bucket: '', Prefix: '' }
        return { DistributionConfig: { CallerReference: id, Origins, DefaultCacheBehavior, Comment, Enabled, Logging } }
      },
    }),

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
