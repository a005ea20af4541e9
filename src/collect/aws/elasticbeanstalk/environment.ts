import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import type { ConfigurationOptionSetting, EnvironmentDescription } from '@aws-sdk/client-elastic-beanstalk'
import { tokenPages } from '../../reading/token-pages.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'

export const elasticBeanstalk = defineService(
  'elasticbeanstalk',
  () => import('@aws-sdk/client-elastic-beanstalk'),
  (sdk) => sdk.ElasticBeanstalkClient,
)

type DescribedEnvironment = {
  readonly environment: EnvironmentDescription
  readonly options: readonly ConfigurationOptionSetting[]
}

/**
 * Collects Elastic Beanstalk environments. Their resources have a tag with their name. Of the options, only resources named
 * by variables are stored.
 */
export const beanstalkEnvironment = defineCollector({
  type: 'AWS::ElasticBeanstalk::Environment',
  count: 'beanstalkEnvironments',
  scope: 'regional',
  permissions: ['elasticbeanstalk:DescribeEnvironments', 'elasticbeanstalk:DescribeConfigurationSettings'],
  service: elasticBeanstalk,
  hosts: programHosts,
  names: settingNames,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) =>
      client.send(new sdk.DescribeEnvironmentsCommand({ IncludeDeleted: false, MaxRecords: 1000, NextToken })),
    ),
  items: (page, { sdk, client, each }) =>
    // One call per environment, because only its options include variables.
    each(
      page.Environments,
      async (environment): Promise<DescribedEnvironment> => {
        const { ApplicationName, EnvironmentName } = environment
        const { ConfigurationSettings = [] } = await client.send(
          new sdk.DescribeConfigurationSettingsCommand({ ApplicationName, EnvironmentName }),
        )
        return { environment, options: ConfigurationSettings.flatMap(({ OptionSettings = [] }) => OptionSettings) }
      },
      { listed: (environment): DescribedEnvironment => ({ environment, options: [] }), listIsEnough: true },
    ),
  resource: ({ environment }) => ({
    id: environment.EnvironmentName,
    arn: environment.EnvironmentArn,
    name: environment.EnvironmentName,
    properties: {
      environmentId: environment.EnvironmentId,
      application: environment.ApplicationName,
      tier: environment.Tier?.Name,
      platform: environment.SolutionStackName ?? environment.PlatformArn,
      versionLabel: environment.VersionLabel,
      status: environment.Status,
      endpoint: environment.CNAME,
      // The host of its load balancer, or the address of its only instance.
      endpointUrl: environment.EndpointURL,
    },
  }),
  relations: [
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancing::LoadBalancer', 'AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'Environments[].EndpointURL',
      references: ({ environment }, { resourceAt }) =>
        [resourceAt(environment.EndpointURL)].flatMap((each) => each ?? []),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'Environments[].OperationsRole',
      arns: ({ environment }) => environment.OperationsRole,
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'elasticbeanstalk:DescribeConfigurationSettings ConfigurationSettings[].OptionSettings[].Value',
      references: ({ options }, context) =>
        resourcesOfProgram(
          options.flatMap(({ Namespace, OptionName = '', Value = '' }) =>
            Namespace === 'aws:elasticbeanstalk:application:environment' ? { name: OptionName, value: Value } : [],
          ),
          context,
        ),
    },
  ],
})
