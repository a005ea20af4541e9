import { arnName, kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { lambda } from './function.ts'

export const eventSourceMapping = defineCollector({
  type: 'AWS::Lambda::EventSourceMapping',
  count: 'eventSourceMappings',
  scope: 'regional',
  permissions: ['lambda:ListEventSourceMappings'],
  service: lambda,
  // AWS returns at most 100 per page, regardless of the requested size.
  pages: ({ sdk, client }) => sdk.paginateListEventSourceMappings({ client, pageSize: 100 }, {}),
  items: (page) => page.EventSourceMappings,
  resource: (mapping) => ({
    id: mapping.UUID,
    arn: mapping.EventSourceMappingArn,
    properties: {
      state: mapping.State,
      batchSize: mapping.BatchSize,
      maximumBatchingWindowSeconds: mapping.MaximumBatchingWindowInSeconds,
      parallelizationFactor: mapping.ParallelizationFactor,
      maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency,
      startingPosition: mapping.StartingPosition,
      topics: mapping.Topics,
      queues: mapping.Queues,
    },
  }),
  relations: [
    {
      verb: 'subscribes to',
      types: [
        'AWS::SQS::Queue',
        'AWS::Kinesis::Stream',
        'AWS::DynamoDB::Table',
        'AWS::MSK::Cluster',
        'AWS::AmazonMQ::Broker',
      ],
      field: 'EventSourceMappings[].EventSourceArn',
      arns: (mapping) => mapping.EventSourceArn,
    },
    {
      verb: 'subscribes to',
      type: 'AWS::DocDB::DBCluster',
      field: 'EventSourceMappings[].EventSourceArn',
      // Change streams of DocumentDB have ARNs of RDS, like its clusters.
      targets: ({ DocumentDBEventSourceConfig, EventSourceArn }, context) =>
        DocumentDBEventSourceConfig === undefined ? undefined : arnName(EventSourceArn, 'cluster:', context),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'EventSourceMappings[].FunctionArn',
      arns: (mapping) => mapping.FunctionArn,
    },
    {
      verb: 'routes to',
      types: ['AWS::SQS::Queue', 'AWS::SNS::Topic', 'AWS::S3::Bucket'],
      field: 'EventSourceMappings[].DestinationConfig.OnFailure.Destination',
      arns: (mapping) => mapping.DestinationConfig?.OnFailure?.Destination,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'EventSourceMappings[].KMSKeyArn',
      targets: (mapping) => kmsKeyId(mapping.KMSKeyArn),
    },
  ],
})
