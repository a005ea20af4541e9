/** Elastic Load Balancing, first generation: load balancers and their attributes. */
import type {
  InstanceState,
  LoadBalancerAttributes,
  LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticLoadBalancing?: {
      readonly loadBalancers?: readonly LoadBalancerDescription[]
      /** By load balancer name. */
      readonly attributes?: Readonly<Record<string, LoadBalancerAttributes>>
      /** By load balancer name. Absent: all its instances are in service. */
      readonly instanceStates?: Readonly<Record<string, readonly InstanceState[]>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-elastic-load-balancing'), {
  data: 'elasticLoadBalancing',
  pages: { largest: 400, error: 'ValidationError' },
})({
  DescribeLoadBalancers: { list: 'loadBalancers' },
  DescribeLoadBalancerAttributes: {
    one: 'loadBalancers',
    by: 'LoadBalancerName',
    notFound: 'LoadBalancerNotFound',
    item: ({ LoadBalancerName = '' }, { attributes = {} }) => ({
      LoadBalancerAttributes: attributes[LoadBalancerName] ?? { AccessLog: { Enabled: false } },
    }),
  },
  DescribeInstanceHealth: {
    one: 'loadBalancers',
    by: 'LoadBalancerName',
    notFound: 'LoadBalancerNotFound',
    item: ({ LoadBalancerName = '', Instances = [] }, { instanceStates = {} }) => ({
      InstanceStates: [
        ...(instanceStates[LoadBalancerName] ??
          Instances.map(({ InstanceId }) => ({ InstanceId, State: 'InService' }))),
      ],
    }),
  },
})
