import { defineService } from '../../../cloud/service.ts'
import { arnName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { isRds } from './engine.ts'
import { describeInstance, instanceRelations } from './instance-description.ts'

export const rds = defineService(
  'rds',
  () => import('@aws-sdk/client-rds'),
  (sdk) => sdk.RDSClient,
)

/** Collects RDS instances. Its list includes instances of DocumentDB and Neptune, which are read from its items. */
export const dbInstance = defineCollector({
  type: 'AWS::RDS::DBInstance',
  count: 'databases',
  scope: 'regional',
  permissions: ['rds:DescribeDBInstances'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBInstances({ client, pageSize: 100 }, {}),
  items: (page) => page.DBInstances,
  ofType: isRds,
  resource: describeInstance,
  relations: [
    ...instanceRelations('AWS::RDS::DBCluster'),
    {
      verb: 'uses',
      type: 'AWS::SecretsManager::Secret',
      field: 'DBInstances[].MasterUserSecret.SecretArn',
      targets: (instance) => instance.MasterUserSecret?.SecretArn,
    },
    {
      verb: 'associated with',
      type: 'AWS::RDS::DBInstance',
      field: 'DBInstances[].ReadReplicaSourceDBInstanceIdentifier',
      // A source in another region is named by its ARN.
      targets: ({ ReadReplicaSourceDBInstanceIdentifier: source }, place) => arnName(source, 'db:', place) ?? source,
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'DBInstances[].EnabledCloudwatchLogsExports[]',
      // The name of the log group is fixed: "Publishing database logs to Amazon CloudWatch Logs" in the RDS user guide.
      targets: ({ DBClusterIdentifier, DBInstanceIdentifier, EnabledCloudwatchLogsExports }) =>
        DBClusterIdentifier === undefined
          ? EnabledCloudwatchLogsExports?.map((log) => `/aws/rds/instance/${DBInstanceIdentifier}/${log}`)
          : undefined,
    },
  ],
})
