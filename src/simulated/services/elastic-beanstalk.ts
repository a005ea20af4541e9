/** Elastic Beanstalk: environments. */
import type { EnvironmentDescription } from '@aws-sdk/client-elastic-beanstalk'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticBeanstalk?: Lists<{ environments: EnvironmentDescription }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-elastic-beanstalk'), {
  data: 'elasticBeanstalk',
  pages: { largest: 1000, usual: 'all', badToken: 'InvalidParameterValue', badSize: 'ValidationError' },
})({
  DescribeEnvironments: {
    list: 'environments',
    parameters: ['IncludeDeleted'],
    // Deleted ones are listed for an hour, unless the request says otherwise.
    narrow: (items, { IncludeDeleted }) =>
      items.filter(({ Status }) => IncludeDeleted !== false || Status !== 'Terminated'),
    denied: 'arn:aws:elasticbeanstalk:{region}:{account}:environment/*',
  },
})
