/** Elastic Beanstalk: environments. */
import * as module from '@aws-sdk/client-elastic-beanstalk'
import type {
  DescribeEnvironmentsMessage,
  EnvironmentDescription,
  EnvironmentDescriptionsMessage,
} from '@aws-sdk/client-elastic-beanstalk'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'elasticbeanstalk',
  module,
  client: new module.ElasticBeanstalkClient(idleClient),
  operations: {
    DescribeEnvironments: listOperation<
      DescribeEnvironmentsMessage,
      EnvironmentDescriptionsMessage,
      EnvironmentDescription
    >({
      deniedResource: ({ accountId, region }) => `arn:aws:elasticbeanstalk:${region}:${accountId}:environment/*`,
      items: ({ regionData }) => regionData.elasticBeanstalk?.environments,
      parameters: ['IncludeDeleted'],
      // Deleted ones are listed for an hour, unless the request says otherwise.
      narrow: (items, { IncludeDeleted }) =>
        items.filter(({ Status }) => IncludeDeleted !== false || Status !== 'Terminated'),
      paging: usualPaging<DescribeEnvironmentsMessage>({
        token: 'NextToken',
        size: 'MaxRecords',
        maximum: 1000,
        default: null,
        badToken: 'InvalidParameterValue',
        badSize: 'ValidationError',
      }),
      answer: (items, NextToken) => ({ Environments: [...items], NextToken }),
    }),
  },
}
