import type { FlowLog } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const flowLog = defineCollector({
  type: 'AWS::EC2::FlowLog',
  count: 'flowLogs',
  scope: 'regional',
  permissions: ['ec2:DescribeFlowLogs'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeFlowLogs({ client, pageSize: 1000 }, {}),
  items: (page) => page.FlowLogs,
  resource: (log) => ({
    id: log.FlowLogId,
    name: nameTag(log.Tags),
    tags: tagRecord(log.Tags),
    properties: {
      status: log.FlowLogStatus,
      trafficType: log.TrafficType,
      destinationType: log.LogDestinationType,
      maxAggregationIntervalSeconds: log.MaxAggregationInterval,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'FlowLogs[].ResourceId',
      targets: (log) => watched(log, 'vpc-'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'FlowLogs[].ResourceId',
      targets: (log) => watched(log, 'subnet-'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'FlowLogs[].ResourceId',
      targets: (log) => watched(log, 'eni-'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::TransitGateway',
      field: 'FlowLogs[].ResourceId',
      targets: (log) => watched(log, 'tgw-'),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::TransitGatewayAttachment',
      field: 'FlowLogs[].ResourceId',
      targets: (log) => watched(log, 'tgw-attach-'),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'FlowLogs[].LogGroupName',
      targets: (log) => (log.LogDestination === undefined ? log.LogGroupName : undefined),
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::S3::Bucket', 'AWS::KinesisFirehose::DeliveryStream'],
      field: 'FlowLogs[].LogDestination',
      arns: (log) => log.LogDestination,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'FlowLogs[].DeliverLogsPermissionArn',
      arns: (log) => log.DeliverLogsPermissionArn,
    },
  ],
})

/** A transit gateway and its attachments share the prefix `tgw-`, so a pattern is needed. */
function watched(log: FlowLog, prefix: string): string | undefined {
  return log.ResourceId?.replace(/[0-9a-f]+$/, '') === prefix ? log.ResourceId : undefined
}
