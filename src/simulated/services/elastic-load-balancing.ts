/** Elastic Load Balancing, first generation: load balancers and their attributes. */
import type {
  DescribeLoadBalancerAttributesOutput,
  LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticLoadBalancing?: Lists<{
      loadBalancers: LoadBalancerDescription & DescribeLoadBalancerAttributesOutput
    }>
  }
}

export const service = defineService('elasticLoadBalancing', () => import('@aws-sdk/client-elastic-load-balancing'), {
  pages: { largest: 400, error: 'ValidationError' },
  notFound: 'LoadBalancerNotFound',
})({
  DescribeLoadBalancers: { list: 'loadBalancers' },
  DescribeLoadBalancerAttributes: {
    one: 'loadBalancers',
    item: ({ LoadBalancerAttributes = { AccessLog: { Enabled: false } } }) => ({ LoadBalancerAttributes }),
  },
  DescribeInstanceHealth: {
    one: 'loadBalancers',
    item: ({ Instances = [] }) => ({
      InstanceStates: Instances.map(({ InstanceId }) => ({ InstanceId, State: 'InService' })),
    }),
  },
})
