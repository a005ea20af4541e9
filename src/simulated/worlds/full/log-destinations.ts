/** Log settings of the other areas' resources, and log deliveries. */
import type {
  Delivery,
  DeliveryDestination,
  DeliveryDestinationType,
  DeliverySource,
  LogGroup,
} from '@aws-sdk/client-cloudwatch-logs'
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId } from '../three-tier-network.ts'
import { arn } from './integration-names.ts'

export const logGroupNames = {
  catalogApi: '/aws/appsync/apis/q7w8e9r0t1y2u3i4o5p6a7s8d9',
  fileSystems: '/aws/fsx/training-data',
  firewall: 'aws-waf-logs-storefront',
  events: '/aws/vendedlogs/events/orders',
  httpApi: '/storefront/http-api',
  publicQueries: '/aws/route53/shop.example',
  queries: '/network/queries',
  relations: '/aws/neptune/relations/audit',
  reviews: '/aws/docdb/reviews/audit',
  tunnels: '/network/tunnels',
  warehouse: '/aws/redshift/cluster/sales/connectionlog',
} as const

const created = new Date('2025-07-08T09:30:00Z')

function logGroup(logGroupName: string): LogGroup {
  const logGroupArn = arn('logs', `log-group:${logGroupName}`)
  return {
    logGroupName,
    logGroupArn,
    arn: `${logGroupArn}:*`,
    retentionInDays: 90,
    logGroupClass: 'STANDARD',
    creationTime: created.getTime(),
  }
}

const source = (name: string, service: string, logType: string, resourceArn: string): DeliverySource => ({
  name,
  arn: arn('logs', `delivery-source:${name}`),
  resourceArns: [resourceArn],
  service,
  logType,
})

const destinationArn = (name: string) => arn('logs', `delivery-destination:${name}`)

const destination = (
  name: string,
  deliveryDestinationType: DeliveryDestinationType,
  destinationResourceArn: string,
): DeliveryDestination => ({
  name,
  arn: destinationArn(name),
  deliveryDestinationType,
  deliveryDestinationConfiguration: { destinationResourceArn },
})

function delivery(from: string, to: string, deliveryDestinationType: DeliveryDestinationType): Delivery {
  const id = hexDigits(`delivery ${from} ${to}`, 16)
  return {
    id,
    arn: arn('logs', `delivery:${id}`),
    deliverySourceName: from,
    deliveryDestinationArn: destinationArn(to),
    deliveryDestinationType,
    tags: { team: 'platform' },
  }
}

export const regionData: RegionData = {
  cloudWatchLogs: {
    logGroups: Object.values(logGroupNames).map(logGroup),
    deliverySources: [
      source('shop-distribution', 'cloudfront', 'ACCESS_LOGS', `arn:aws:cloudfront::${accountId}:distribution/E1SHOP`),
      source('orders-bus', 'events', 'ERROR_LOGS', arn('events', 'event-bus/orders')),
    ],
    deliveryDestinations: [
      destination('archive', 'S3', `arn:aws:s3:::storefront-access-logs-${accountId}`),
      destination('stream', 'FH', arn('firehose', 'deliverystream/logs-to-archive')),
      destination('group', 'CWL', `${arn('logs', `log-group:${logGroupNames.events}`)}:*`),
    ],
    deliveries: [
      delivery('shop-distribution', 'archive', 'S3'),
      delivery('shop-distribution', 'stream', 'FH'),
      delivery('orders-bus', 'group', 'CWL'),
    ],
  },
}
