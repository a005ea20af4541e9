/** What a world holds of classic load balancers, in the SDK's own shapes. */
import type { LoadBalancerAttributes, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing'

export type ElasticLoadBalancingData = {
  readonly loadBalancers?: readonly LoadBalancerDescription[]
  /** By the load balancer's name. */
  readonly attributes?: Readonly<Record<string, LoadBalancerAttributes>>
}
