/** AWS Config: its recorder, its delivery channel, and its discovered resources. */
import type * as sdk from '@aws-sdk/client-config-service'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly configService?: {
      readonly recorders?: readonly sdk.ConfigurationRecorder[]
      readonly recorderStatus?: readonly sdk.ConfigurationRecorderStatus[]
      readonly deliveryChannels?: readonly sdk.DeliveryChannel[]
      readonly discoveredCounts?: readonly sdk.ResourceCount[]
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
  GetDiscoveredResourceCounts: { list: 'discoveredCounts' },
})
