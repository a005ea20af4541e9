/** Elastic Load Balancing v2: load balancers, listeners, rules, target groups, the health of their targets, attributes. */
import type * as sdk from '@aws-sdk/client-elastic-load-balancing-v2'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticLoadBalancingV2?: Lists<
      /** The rules include the default rule of each listener. */
      { loadBalancers: sdk.LoadBalancer; listeners: sdk.Listener; rules: sdk.Rule; targetGroups: sdk.TargetGroup },
      { targetHealth: sdk.TargetHealthDescription }
    > & {
      /** The attributes by load balancer ARN. */
      readonly attributes?: Readonly<Record<string, Readonly<Record<string, string>>>>
    }
  }
}

const absentGroup = 'TargetGroupNotFound'

/** A rule's ARN is its listener's ARN with an additional part. Each listener has at least a default rule. */
function listenerArn({ RuleArn }: sdk.Rule): string | undefined {
  return RuleArn?.replace(':listener-rule/', ':listener/').split('/').slice(0, -1).join('/')
}

export const service = defineService(() => import('@aws-sdk/client-elastic-load-balancing-v2'), {
  iamPrefix: 'elasticloadbalancing',
  data: 'elasticLoadBalancingV2',
  pages: { largest: 400, error: 'ValidationError' },
})({
  DescribeLoadBalancers: { list: 'loadBalancers' },
  DescribeListeners: { list: 'listeners', by: 'LoadBalancerArn' },
  DescribeRules: { list: 'rules', by: { ListenerArn: listenerArn }, notFound: 'ListenerNotFound' },
  DescribeTargetGroups: {
    list: 'targetGroups',
    by: { Names: 'TargetGroupName', LoadBalancerArn: 'LoadBalancerArns' },
    notFound: { Names: absentGroup, LoadBalancerArn: 'LoadBalancerNotFound' },
  },
  DescribeTargetHealth: {
    list: 'targetHealth',
    within: { list: 'targetGroups', by: 'TargetGroupArn', notFound: absentGroup },
  },
  DescribeLoadBalancerAttributes: {
    one: 'loadBalancers',
    by: 'LoadBalancerArn',
    notFound: 'LoadBalancerNotFound',
    item: ({ LoadBalancerArn = '' }, { attributes = {} }) => ({
      Attributes: Object.entries(attributes[LoadBalancerArn] ?? {}).map(([Key, Value]) => ({ Key, Value })),
    }),
  },
})
