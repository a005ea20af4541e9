import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'

export const elasticBeanstalk = defineService(
  'elasticbeanstalk',
  () => import('@aws-sdk/client-elastic-beanstalk'),
  (sdk) => sdk.ElasticBeanstalkClient,
)

/** What runs in an environment names it: its scaling group by a tag. */
export const beanstalkEnvironment = defineCollector({
  type: 'AWS::ElasticBeanstalk::Environment',
  count: 'beanstalkEnvironments',
  scope: 'regional',
  permissions: ['elasticbeanstalk:DescribeEnvironments'],
  service: elasticBeanstalk,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) =>
      client.send(new sdk.DescribeEnvironmentsCommand({ IncludeDeleted: false, MaxRecords: 1000, NextToken })),
    ),
  items: (page) => page.Environments,
  resource: (environment) => ({
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
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'Environments[].OperationsRole',
      arns: (environment) => environment.OperationsRole,
    },
  ],
})
