/** Provides the host names of application platforms. */
import { hostsOf } from '../collector.ts'
import { appRunnerService } from './apprunner/service.ts'
import { beanstalkEnvironment } from './elasticbeanstalk/environment.ts'

export const platformHosts = [
  hostsOf(appRunnerService, ({ ServiceUrl, ServiceArn }) => ({ host: ServiceUrl, id: ServiceArn })),
  hostsOf(beanstalkEnvironment, ({ environment: { CNAME, EnvironmentName } }) => ({
    host: CNAME,
    id: EnvironmentName,
  })),
]
