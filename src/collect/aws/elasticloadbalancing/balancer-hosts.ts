/**
 * Provides the host names of load balancers of both generations. A host name alone doesn't identify its load balancer.
 */
import { hostsOf } from '../../collector.ts'
import { arnSuffix } from './arn-suffix.ts'
import { classicLoadBalancer } from './classic-load-balancer.ts'
import { loadBalancer } from './load-balancer.ts'

export const balancerHosts = [
  hostsOf(loadBalancer, ({ balancer }) => ({
    host: balancer.DNSName,
    id: arnSuffix(balancer.LoadBalancerArn, 'loadbalancer/'),
  })),
  hostsOf(classicLoadBalancer, ({ balancer }) => ({ host: balancer.DNSName, id: balancer.LoadBalancerName })),
]
