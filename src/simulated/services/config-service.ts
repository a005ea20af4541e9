/** AWS Config: its recorder, its delivery channel, and its discovered resources. */
import type * as sdk from '@aws-sdk/client-config-service'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly configService?: Lists<{
      recorders: sdk.ConfigurationRecorder
      recorderStatus: sdk.ConfigurationRecorderStatus
      deliveryChannels: sdk.DeliveryChannel
      discoveredCounts: sdk.ResourceCount
    }>
  }
}

export const service = defineService('configService', () => import('@aws-sdk/client-config-service'), {
  iamPrefix: 'config',
  pages: { smallest: 0, largest: 100, badSize: 'InvalidLimitException' },
})({
  DescribeConfigurationRecorders: { list: 'recorders' },
  DescribeConfigurationRecorderStatus: { list: 'recorderStatus' },
  DescribeDeliveryChannels: { list: 'deliveryChannels' },
  GetDiscoveredResourceCounts: { list: 'discoveredCounts' },
})
