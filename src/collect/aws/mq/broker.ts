import type { DescribeBrokerResponse } from '@aws-sdk/client-mq'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const mq = defineService(
  'mq',
  () => import('@aws-sdk/client-mq'),
  (sdk) => sdk.MqClient,
)

export const broker = defineCollector({
  type: 'AWS::AmazonMQ::Broker',
  count: 'messageBrokers',
  scope: 'regional',
  permissions: ['mq:ListBrokers', 'mq:DescribeBroker'],
  service: mq,
  pages: ({ sdk, client }) => sdk.paginateListBrokers({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per broker, because the list omits VPC, key, and public access.
    each(page.BrokerSummaries, ({ BrokerId }) => client.send(new sdk.DescribeBrokerCommand({ BrokerId })), {
      listed: ({ Created: _created, ...summary }): DescribeBrokerResponse => summary,
    }),
  resource: (broker) => ({
    id: broker.BrokerId,
    arn: broker.BrokerArn,
    name: broker.BrokerName,
    tags: broker.Tags ?? {},
    properties: {
      engine: broker.EngineType,
      engineVersion: broker.EngineVersion,
      instanceType: broker.HostInstanceType,
      deploymentMode: broker.DeploymentMode,
      state: broker.BrokerState,
      publiclyAccessible: broker.PubliclyAccessible,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'mq:DescribeBroker SubnetIds[]',
      targets: (broker) => broker.SubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'mq:DescribeBroker SecurityGroups[]',
      targets: (broker) => broker.SecurityGroups,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'mq:DescribeBroker EncryptionOptions.KmsKeyId',
      targets: (broker) => kmsKeyId(broker.EncryptionOptions?.KmsKeyId),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'mq:DescribeBroker Logs.GeneralLogGroup',
      targets: ({ Logs }) => (Logs?.General === true ? Logs.GeneralLogGroup : undefined),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'mq:DescribeBroker Logs.AuditLogGroup',
      targets: ({ Logs }) => (Logs?.Audit === true ? Logs.AuditLogGroup : undefined),
    },
  ],
})
