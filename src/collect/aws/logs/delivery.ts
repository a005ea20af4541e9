import type { CloudWatchLogsClient, DeliverySource } from '@aws-sdk/client-cloudwatch-logs'
import { type CallContext, defineCollector } from '../../collector.ts'
import { logs } from './log-group.ts'

type Context = CallContext<typeof import('@aws-sdk/client-cloudwatch-logs'), CloudWatchLogsClient>

/**
 * Collects logs that services deliver through CloudWatch Logs: those of distributions in us-east-1, of event buses, and
 * others.
 */
export const logDelivery = defineCollector({
  type: 'AWS::Logs::Delivery',
  count: 'logDeliveries',
  scope: 'regional',
  permissions: ['logs:DescribeDeliveries', 'logs:DescribeDeliverySources', 'logs:DescribeDeliveryDestinations'],
  service: logs,
  async *pages(context) {
    const { sdk, client } = context
    const pages = await Array.fromAsync(sdk.paginateDescribeDeliveries({ client, pageSize: 50 }, {}))
    const deliveries = pages.flatMap((page) => page.deliveries ?? [])
    // Without deliveries, sources and destinations aren't needed.
    if (deliveries.length === 0) return
    const [sources, destinations] = await Promise.all([readSources(context), readDestinations(context)])
    yield deliveries.map((delivery) => ({
      delivery,
      source: sources.get(delivery.deliverySourceName),
      destinationArn: destinations.get(delivery.deliveryDestinationArn),
    }))
  },
  items: (page) => page,
  resource: ({ delivery, source }) => ({
    id: delivery.id,
    arn: delivery.arn,
    name: delivery.deliverySourceName,
    tags: delivery.tags ?? {},
    properties: {
      service: source?.service,
      logType: source?.logType,
      destinationType: delivery.deliveryDestinationType,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      types: ['AWS::CloudFront::Distribution', 'AWS::Events::EventBus'],
      field: 'logs:DescribeDeliverySources deliverySources[].resourceArns[]',
      arns: ({ source }) => source?.resourceArns,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::S3::Bucket', 'AWS::KinesisFirehose::DeliveryStream'],
      field:
        'logs:DescribeDeliveryDestinations deliveryDestinations[].deliveryDestinationConfiguration.destinationResourceArn',
      arns: ({ destinationArn }) => destinationArn,
    },
  ],
})

/** Returns the sources by name. */
async function readSources({ sdk, client }: Context): Promise<ReadonlyMap<string | undefined, DeliverySource>> {
  const pages = await Array.fromAsync(sdk.paginateDescribeDeliverySources({ client, pageSize: 50 }, {}))
  return new Map(pages.flatMap(({ deliverySources = [] }) => deliverySources.map((source) => [source.name, source])))
}

/** Returns the ARN of each target by the ARN of its delivery destination. */
async function readDestinations({
  sdk,
  client,
}: Context): Promise<ReadonlyMap<string | undefined, string | undefined>> {
  const pages = await Array.fromAsync(sdk.paginateDescribeDeliveryDestinations({ client, pageSize: 50 }, {}))
  return new Map(
    pages.flatMap(({ deliveryDestinations = [] }) =>
      deliveryDestinations.map(({ arn, deliveryDestinationConfiguration: to }) => [arn, to?.destinationResourceArn]),
    ),
  )
}
