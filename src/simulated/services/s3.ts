/** S3: buckets. One list for all regions. */
import * as module from '@aws-sdk/client-s3'
import type { Bucket, ListBucketsOutput, ListBucketsRequest } from '@aws-sdk/client-s3'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 's3',
  module,
  client: new module.S3Client(idleClient),
  operations: {
    ListBuckets: listOperation<ListBucketsRequest, ListBucketsOutput, Bucket>({
      iamAction: 's3:ListAllMyBuckets',
      items: ({ globalData }) => globalData.s3?.buckets,
      parameters: ['BucketRegion', 'Prefix'],
      narrow(items, { BucketRegion, Prefix = '' }, { region }) {
        if (BucketRegion !== undefined && BucketRegion !== region) {
          throw new ProviderError(
            'InvalidArgument',
            `Argument value ${BucketRegion} is not the region of this endpoint`,
          )
        }
        return items.filter(
          (bucket) =>
            (BucketRegion === undefined || bucket.BucketRegion === BucketRegion) &&
            (bucket.Name ?? '').startsWith(Prefix),
        )
      },
      paging: {
        token: 'ContinuationToken',
        size: 'MaxBuckets',
        minimum: 1,
        maximum: 10_000,
        default: null,
        ceiling: 10_000,
        badToken: () => new ProviderError('InvalidArgument', 'The continuation token provided is incorrect'),
        badSize: () =>
          new ProviderError('InvalidArgument', 'Argument max-buckets must be an integer between 1 and 10000'),
      },
      answer: (items, ContinuationToken, input, { account }) => ({
        Owner: { ID: `simulated-${account.accountId}` },
        // "If the request contains at least one valid parameter, [BucketRegion] is included in the response."
        Buckets: items.map(({ BucketRegion, ...bucket }) =>
          Object.keys(input).length === 0 ? bucket : { ...bucket, BucketRegion },
        ),
        ContinuationToken,
      }),
    }),
  },
}
