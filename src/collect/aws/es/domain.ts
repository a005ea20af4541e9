import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, logGroupName, roleName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'

export const openSearch = defineService(
  'es',
  () => import('@aws-sdk/client-opensearch'),
  (sdk) => sdk.OpenSearchClient,
)

/** "The maximum number of domains that a DescribeDomains request can describe is 5", from the service's quotas. */
const batchSize = 5

export const searchDomain = defineCollector({
  type: 'AWS::OpenSearchService::Domain',
  count: 'searchDomains',
  scope: 'regional',
  permissions: ['es:ListDomainNames', 'es:DescribeDomains'],
  service: openSearch,
  pages: ({ sdk, client }) => [client.send(new sdk.ListDomainNamesCommand({}))],
  async items(page, { sdk, client, eachBatch }) {
    const names = (page.DomainNames ?? []).flatMap(({ DomainName }) => DomainName ?? [])
    const answers = await eachBatch(names, batchSize, (batch) =>
      client.send(new sdk.DescribeDomainsCommand({ DomainNames: [...batch] })),
    )
    return answers.flatMap(({ DomainStatusList }) => DomainStatusList ?? [])
  },
  resource: (domain, { accountNumber }) => ({
    id: domain.DomainName,
    arn: domain.ARN,
    name: domain.DomainName,
    properties: {
      deleted: domain.Deleted,
      engineVersion: domain.EngineVersion,
      instanceType: domain.ClusterConfig?.InstanceType,
      instances: domain.ClusterConfig?.InstanceCount,
      dedicatedManagers: domain.ClusterConfig?.DedicatedMasterCount,
      zoneAwareness: domain.ClusterConfig?.ZoneAwarenessEnabled,
      // A domain within a VPC has its address under another key.
      endpoint: domain.Endpoint ?? domain.Endpoints?.['vpc'],
      public: domain.VPCOptions?.VPCId === undefined,
      policyGrants: policyGrants(domain.AccessPolicies, accountNumber, { arn: domain.ARN && `${domain.ARN}/*` }),
      encryptedAtRest: domain.EncryptionAtRestOptions?.Enabled,
      encryptedBetweenNodes: domain.NodeToNodeEncryptionOptions?.Enabled,
      enforceHttps: domain.DomainEndpointOptions?.EnforceHTTPS,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'es:DescribeDomains DomainStatusList[].VPCOptions.VPCId',
      targets: (domain) => domain.VPCOptions?.VPCId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'es:DescribeDomains DomainStatusList[].VPCOptions.SubnetIds[]',
      targets: (domain) => domain.VPCOptions?.SubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'es:DescribeDomains DomainStatusList[].VPCOptions.SecurityGroupIds[]',
      targets: (domain) => domain.VPCOptions?.SecurityGroupIds,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'es:DescribeDomains DomainStatusList[].EncryptionAtRestOptions.KmsKeyId',
      targets: (domain) => kmsKeyId(domain.EncryptionAtRestOptions?.KmsKeyId),
    },
    {
      verb: 'uses',
      type: 'AWS::Cognito::UserPool',
      field: 'es:DescribeDomains DomainStatusList[].CognitoOptions.UserPoolId',
      targets: (domain) => domain.CognitoOptions?.UserPoolId,
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'es:DescribeDomains DomainStatusList[].CognitoOptions.RoleArn',
      targets: (domain, place) => roleName(domain.CognitoOptions?.RoleArn, place),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'es:DescribeDomains DomainStatusList[].LogPublishingOptions[].CloudWatchLogsLogGroupArn',
      targets: (domain, place) =>
        Object.values(domain.LogPublishingOptions ?? {}).map((log) =>
          log.Enabled === true ? logGroupName(log.CloudWatchLogsLogGroupArn, place) : undefined,
        ),
    },
  ],
})
