/** CloudWatch Logs: log groups, and deliveries of service logs. */
import type { Delivery, DeliveryDestination, DeliverySource, LogGroup } from '@aws-sdk/client-cloudwatch-logs'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cloudWatchLogs?: Lists<{
      logGroups: LogGroup
      deliveries: Delivery
      deliverySources: DeliverySource
      deliveryDestinations: DeliveryDestination
    }>
  }
}

export const service = defineService('cloudWatchLogs', () => import('@aws-sdk/client-cloudwatch-logs'), {
  iamPrefix: 'logs',
  pages: { largest: 50, error: 'ValidationException' },
})({
  DescribeLogGroups: {
    list: 'logGroups',
    pages: { error: 'InvalidParameterException' },
    denied: 'log-group::log-stream:',
  },
  DescribeDeliveries: { list: 'deliveries' },
  DescribeDeliverySources: { list: 'deliverySources' },
  DescribeDeliveryDestinations: { list: 'deliveryDestinations' },
})
