/** AWS Config: its recorder, its delivery channel, and its discovered resources. */
import type {
  ConfigurationRecorder,
  ConfigurationRecorderStatus,
  DeliveryChannel,
  ResourceCount,
} from '@aws-sdk/client-config-service'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly configService?: {
      readonly recorders?: readonly ConfigurationRecorder[]
      readonly recorderStatus?: readonly ConfigurationRecorderStatus[]
      readonly deliveryChannels?: readonly DeliveryChannel[]
      readonly discoveredCounts?: readonly ResourceCount[]
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-config-service'), {
  iamPrefix: 'config',
  data: 'configService',
  pages: { smallest: 0, largest: 100, badSize: 'InvalidLimitException' },
})({
  DescribeConfigurationRecorders: { list: 'recorders' },
  DescribeConfigurationRecorderStatus: { list: 'recorderStatus' },
  DescribeDeliveryChannels: { list: 'deliveryChannels' },
  GetDiscoveredResourceCounts: {
    list: 'discoveredCounts',
    page: (resourceCounts, nextToken, _input, { discoveredCounts = [] }) => ({
      resourceCounts,
      totalDiscoveredResources: discoveredCounts.reduce((sum, { count = 0 }) => sum + count, 0),
      nextToken,
    }),
  },
})
