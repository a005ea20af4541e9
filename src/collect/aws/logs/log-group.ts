import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const logs = defineService(
  'logs',
  () => import('@aws-sdk/client-cloudwatch-logs'),
  (sdk) => sdk.CloudWatchLogsClient,
)

export const logGroup = defineCollector({
  type: 'AWS::Logs::LogGroup',
  count: 'logGroups',
  scope: 'regional',
  permissions: ['logs:DescribeLogGroups'],
  service: logs,
  pages: ({ sdk, client }) => sdk.paginateDescribeLogGroups({ client, pageSize: 50 }, {}),
  items: (page) => page.logGroups,
  resource: (group) => ({
    id: group.logGroupName,
    arn: group.logGroupArn ?? group.arn?.replace(/:\*$/, ''),
    name: group.logGroupName,
    properties: {
      // Without a retention, logs are kept forever.
      retentionDays: group.retentionInDays ?? null,
      logGroupClass: group.logGroupClass,
      dataProtection: group.dataProtectionStatus,
      deletionProtection: group.deletionProtectionEnabled,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'logGroups[].kmsKeyId',
      targets: (group) => kmsKeyId(group.kmsKeyId),
    },
  ],
})
