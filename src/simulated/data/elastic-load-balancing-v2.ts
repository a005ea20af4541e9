/** What a world holds of load balancers, in the SDK's own shapes. */
import type {
  Listener,
  LoadBalancer,
  Rule,
  TargetGroup,
  TargetHealthDescription,
} from '@aws-sdk/client-elastic-load-balancing-v2'

export type ElasticLoadBalancingV2Data = {
  readonly loadBalancers?: readonly LoadBalancer[]
  readonly listeners?: readonly Listener[]
  /** The default rule of each listener included. */
  readonly rules?: readonly Rule[]
  readonly targetGroups?: readonly TargetGroup[]
  /** By the target group's ARN. */
  readonly targetHealth?: Readonly<Record<string, readonly TargetHealthDescription[]>>
  /** By the load balancer's ARN: the value of each key. */
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
