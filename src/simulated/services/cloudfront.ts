/** CloudFront: distributions. */
import type { DistributionSummary, LoggingConfig } from '@aws-sdk/client-cloudfront'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly cloudFront?: {
      readonly distributions?: readonly DistributionSummary[]
      /** By distribution ID. */
      readonly logging?: Readonly<Record<string, LoggingConfig>>
    }
  }
}

const noLogging: LoggingConfig = { Enabled: false, IncludeCookies: false, Bucket: '', Prefix: '' }

export const service = defineService(() => import('@aws-sdk/client-cloudfront'), {
  data: 'cloudFront',
  pages: { largest: 100, error: 'InvalidArgument' },
})({
  GetDistributionConfig: {
    one: 'distributions',
    by: 'Id',
    notFound: ['NoSuchDistribution', 404],
    item: ({ Id = '', ...distribution }, { logging = {} }) => ({
      DistributionConfig: { ...distribution, CallerReference: Id, Logging: logging[Id] ?? noLogging },
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
