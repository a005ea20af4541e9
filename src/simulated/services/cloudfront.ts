/** CloudFront: distributions. */
import type { DistributionConfig, DistributionSummary, LoggingConfig } from '@aws-sdk/client-cloudfront'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly cloudFront?: Lists<{ distributions: DistributionSummary & Pick<DistributionConfig, 'Logging'> }>
  }
}

const noLogging: LoggingConfig = { Enabled: false, IncludeCookies: false, Bucket: '', Prefix: '' }

export const service = defineService('cloudFront', () => import('@aws-sdk/client-cloudfront'), {
  pages: { largest: 100, error: 'InvalidArgument' },
})({
  GetDistributionConfig: {
    one: 'distributions',
    notFound: ['NoSuchDistribution', 404],
    item: ({ Id, Logging = noLogging, ...distribution }) => ({
      DistributionConfig: { ...distribution, CallerReference: Id, Logging },
    }),
  },
  ListDistributions: {
    list: 'distributions',
    page: (items, NextMarker, { Marker = '', MaxItems = 100 }) => ({
      DistributionList: {
        Marker,
        NextMarker,
        MaxItems,
        IsTruncated: NextMarker !== undefined,
        Quantity: items.length,
        Items: [...items],
      },
    }),
  },
})
