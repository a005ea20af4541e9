/** What a world holds of Elastic Beanstalk, in the SDK's own shapes. */
import type { EnvironmentDescription } from '@aws-sdk/client-elastic-beanstalk'

export type ElasticBeanstalkData = {
  readonly environments?: readonly EnvironmentDescription[]
}
