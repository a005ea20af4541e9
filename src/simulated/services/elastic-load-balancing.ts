/** Elastic Load Balancing, first generation: load balancers and their attributes. */
import type { LoadBalancerAttributes, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticLoadBalancing?: {
      readonly loadBalancers?: readonly LoadBalancerDescription[]
      /** By load balancer name. */
      readonly attributes?: Readonly<Record<string, LoadBalancerAttributes>>
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
})
