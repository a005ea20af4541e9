/** Elastic Beanstalk: environments and their options. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticBeanstalk?: PlainLists<typeof import('@aws-sdk/client-elastic-beanstalk')>
  }
}

export const service = defineService('elasticBeanstalk', () => import('@aws-sdk/client-elastic-beanstalk'), {
  pages: { largest: 1000, usual: 'all', badToken: 'InvalidParameterValue', badSize: 'ValidationError' },
})({
  DescribeConfigurationSettings: {
    list: 'configurationSettings',
    within: { list: 'environments', by: 'EnvironmentName', notFound: 'InvalidParameterValue' },
    parameters: ['ApplicationName'],
    page: (own, _next, { ApplicationName, EnvironmentName }) => ({
      ConfigurationSettings: own.length > 0 ? own : [{ ApplicationName, EnvironmentName, OptionSettings: [] }],
    }),
    denied: 'environment/*',
  },
  DescribeEnvironments: {
    list: 'environments',
    parameters: ['IncludeDeleted'],
    // Deleted environments stay in the list for an hour, unless the request excludes them.
    narrow: (items, { IncludeDeleted }) =>
      items.filter(({ Status }) => IncludeDeleted !== false || Status !== 'Terminated'),
    denied: 'environment/*',
  },
})
