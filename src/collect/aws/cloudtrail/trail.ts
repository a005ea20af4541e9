import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const cloudTrail = defineService(
  'cloudtrail',
  () => import('@aws-sdk/client-cloudtrail'),
  (sdk) => sdk.CloudTrailClient,
)

/** Collects trails of the region, and those of other regions and of the organization that record it. */
export const trail = defineCollector({
  type: 'AWS::CloudTrail::Trail',
  count: 'trails',
  scope: 'regional',
  permissions: ['cloudtrail:DescribeTrails'],
  service: cloudTrail,
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeTrailsCommand({}))],
  items: (page) => page.trailList,
  resource: (trail) => ({
    // Trails with different home regions may have the same name.
    id: trail.TrailARN,
    arn: trail.TrailARN,
    name: trail.Name,
    properties: {
      homeRegion: trail.HomeRegion,
      multiRegion: trail.IsMultiRegionTrail,
      organizationTrail: trail.IsOrganizationTrail,
      globalServiceEvents: trail.IncludeGlobalServiceEvents,
      logFileValidation: trail.LogFileValidationEnabled,
      encrypted: trail.KmsKeyId !== undefined,
    },
  }),
  relations: [
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'trailList[].S3BucketName',
      targets: (trail) => trail.S3BucketName,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup'],
      field: 'trailList[].CloudWatchLogsLogGroupArn',
      arns: (trail) => trail.CloudWatchLogsLogGroupArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'trailList[].CloudWatchLogsRoleArn',
      arns: (trail) => trail.CloudWatchLogsRoleArn,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'trailList[].KmsKeyId',
      targets: (trail) => kmsKeyId(trail.KmsKeyId),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'trailList[].SnsTopicARN',
      arns: (trail) => trail.SnsTopicARN,
    },
  ],
})
