import type { Service } from '@aws-sdk/client-apprunner'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, parameterName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { imageRepository } from '../../references/image-repository.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { settingsOf } from '../../references/plain-names.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'

export const appRunner = defineService(
  'apprunner',
  () => import('@aws-sdk/client-apprunner'),
  (sdk) => sdk.AppRunnerClient,
)

export const appRunnerService = defineCollector({
  type: 'AWS::AppRunner::Service',
  count: 'appRunnerServices',
  scope: 'regional',
  permissions: ['apprunner:ListServices', 'apprunner:DescribeService'],
  service: appRunner,
  hosts: programHosts,
  names: settingNames,
  // AWS limits this list to 20 per page.
  pages: ({ sdk, client }) => sdk.paginateListServices({ client, pageSize: 20 }, {}),
  items: ({ ServiceSummaryList = [] }, { sdk, client, each }) =>
    // One call for each, because AWS describes only one per call.
    each(
      ServiceSummaryList,
      async (summary): Promise<Partial<Service>> =>
        (await client.send(new sdk.DescribeServiceCommand({ ServiceArn: summary.ServiceArn }))).Service ?? summary,
      { listed: (summary): Partial<Service> => ({ ...summary }) },
    ),
  resource: (service) => ({
    id: service.ServiceArn,
    arn: service.ServiceArn,
    name: service.ServiceName,
    properties: {
      status: service.Status,
      endpoint: service.ServiceUrl,
      publiclyAccessible: service.NetworkConfiguration?.IngressConfiguration?.IsPubliclyAccessible,
      egressType: service.NetworkConfiguration?.EgressConfiguration?.EgressType,
      image: service.SourceConfiguration?.ImageRepository?.ImageIdentifier,
      repository: service.SourceConfiguration?.CodeRepository?.RepositoryUrl,
      cpu: service.InstanceConfiguration?.Cpu,
      memory: service.InstanceConfiguration?.Memory,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::AppRunner::VpcConnector',
      field: 'apprunner:DescribeService Service.NetworkConfiguration.EgressConfiguration.VpcConnectorArn',
      targets: (service) => service.NetworkConfiguration?.EgressConfiguration?.VpcConnectorArn,
    },
    {
      verb: 'uses',
      type: 'AWS::ECR::Repository',
      field: 'apprunner:DescribeService Service.SourceConfiguration.ImageRepository.ImageIdentifier',
      targets: (service, context) =>
        imageRepository(service.SourceConfiguration?.ImageRepository?.ImageIdentifier, context),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'apprunner:DescribeService Service.InstanceConfiguration.InstanceRoleArn',
      arns: (service) => service.InstanceConfiguration?.InstanceRoleArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'apprunner:DescribeService Service.SourceConfiguration.AuthenticationConfiguration.AccessRoleArn',
      arns: (service) => service.SourceConfiguration?.AuthenticationConfiguration?.AccessRoleArn,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'apprunner:DescribeService Service.EncryptionConfiguration.KmsKey',
      targets: (service) => kmsKeyId(service.EncryptionConfiguration?.KmsKey),
    },
    {
      verb: 'uses',
      types: ['AWS::SecretsManager::Secret'],
      field: 'apprunner:DescribeService Service.SourceConfiguration RuntimeEnvironmentSecrets',
      arns: (service) => environment(service).secrets,
    },
    {
      verb: 'uses',
      type: 'AWS::SSM::Parameter',
      field: 'apprunner:DescribeService Service.SourceConfiguration RuntimeEnvironmentSecrets',
      targets: (service, context) => environment(service).secrets.map((source) => parameterName(source, context)),
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'apprunner:DescribeService Service.SourceConfiguration RuntimeEnvironmentVariables',
      references: (service, context) => resourcesOfProgram(environment(service).settings, context),
    },
  ],
})

/** A service has either an image or code. Secrets are named by ARNs. */
function environment({ SourceConfiguration }: Partial<Service>) {
  const { ImageRepository, CodeRepository } = SourceConfiguration ?? {}
  const configuration =
    ImageRepository?.ImageConfiguration ?? CodeRepository?.CodeConfiguration?.CodeConfigurationValues
  return {
    settings: settingsOf(configuration?.RuntimeEnvironmentVariables),
    secrets: Object.values(configuration?.RuntimeEnvironmentSecrets ?? {}),
  }
}
