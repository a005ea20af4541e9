import type { Firewall, FirewallStatus, LogDestinationConfig } from '@aws-sdk/client-network-firewall'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const networkFirewall = defineService(
  'network-firewall',
  () => import('@aws-sdk/client-network-firewall'),
  (sdk) => sdk.NetworkFirewallClient,
)

type DescribedFirewall = {
  readonly Firewall: Partial<Firewall> | undefined
  readonly FirewallStatus?: FirewallStatus | undefined
  readonly destinations: readonly LogDestinationConfig[] | undefined
}

export const firewall = defineCollector({
  type: 'AWS::NetworkFirewall::Firewall',
  count: 'firewalls',
  scope: 'regional',
  permissions: [
    'network-firewall:ListFirewalls',
    'network-firewall:DescribeFirewall',
    'network-firewall:DescribeLoggingConfiguration',
  ],
  service: networkFirewall,
  pages: ({ sdk, client }) => sdk.paginateListFirewalls({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // Two calls per firewall, because the list only has names and the description omits log destinations.
    each(
      page.Firewalls,
      async ({ FirewallArn }): Promise<DescribedFirewall> => {
        const [{ Firewall, FirewallStatus }, { LoggingConfiguration }] = await Promise.all([
          client.send(new sdk.DescribeFirewallCommand({ FirewallArn })),
          client.send(new sdk.DescribeLoggingConfigurationCommand({ FirewallArn })),
        ])
        return { Firewall, FirewallStatus, destinations: LoggingConfiguration?.LogDestinationConfigs ?? [] }
      },
      {
        listed: ({ FirewallArn, FirewallName }): DescribedFirewall => ({
          Firewall: { FirewallArn, FirewallName },
          destinations: undefined,
        }),
      },
    ),
  resource: ({ Firewall, FirewallStatus }) => ({
    id: Firewall?.FirewallArn,
    arn: Firewall?.FirewallArn,
    name: Firewall?.FirewallName,
    tags: tagRecord(Firewall?.Tags),
    properties: {
      status: FirewallStatus?.Status,
      description: Firewall?.Description,
      deleteProtection: Firewall?.DeleteProtection,
      encryption: Firewall?.EncryptionConfiguration?.Type,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'network-firewall:DescribeFirewall Firewall.VpcId',
      targets: ({ Firewall }) => Firewall?.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'network-firewall:DescribeFirewall Firewall.SubnetMappings[].SubnetId',
      targets: ({ Firewall }) => Firewall?.SubnetMappings?.map(({ SubnetId }) => SubnetId),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPCEndpoint',
      field: 'network-firewall:DescribeFirewall FirewallStatus.SyncStates.*.Attachment.EndpointId',
      targets: ({ FirewallStatus }) =>
        Object.values(FirewallStatus?.SyncStates ?? {}).map(({ Attachment }) => Attachment?.EndpointId),
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::TransitGateway',
      field: 'network-firewall:DescribeFirewall Firewall.TransitGatewayId',
      targets: ({ Firewall }) => Firewall?.TransitGatewayId,
    },
    {
      verb: 'uses',
      type: 'AWS::NetworkFirewall::FirewallPolicy',
      field: 'network-firewall:DescribeFirewall Firewall.FirewallPolicyArn',
      targets: ({ Firewall }) => Firewall?.FirewallPolicyArn,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'network-firewall:DescribeFirewall Firewall.EncryptionConfiguration.KeyId',
      targets: ({ Firewall }) => kmsKeyId(Firewall?.EncryptionConfiguration?.KeyId),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field:
        'network-firewall:DescribeLoggingConfiguration LoggingConfiguration.LogDestinationConfigs[].LogDestination.logGroup',
      targets: ({ destinations }) => destinations?.map(({ LogDestination }) => LogDestination?.['logGroup']),
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field:
        'network-firewall:DescribeLoggingConfiguration LoggingConfiguration.LogDestinationConfigs[].LogDestination.bucketName',
      targets: ({ destinations }) => destinations?.map(({ LogDestination }) => LogDestination?.['bucketName']),
    },
    {
      verb: 'logs to',
      type: 'AWS::KinesisFirehose::DeliveryStream',
      field:
        'network-firewall:DescribeLoggingConfiguration LoggingConfiguration.LogDestinationConfigs[].LogDestination.deliveryStream',
      targets: ({ destinations }) => destinations?.map(({ LogDestination }) => LogDestination?.['deliveryStream']),
    },
  ],
})
