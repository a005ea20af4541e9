/** Elastic Load Balancing v2: load balancers, listeners, rules, target groups, the health of their targets, attributes. */
import type * as sdk from '@aws-sdk/client-elastic-load-balancing-v2'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The rules include the default rule of each listener. */
    readonly elasticLoadBalancingV2?: PlainLists<typeof sdk> & {
      readonly targetHealth?: Readonly<Record<string, readonly sdk.TargetHealthDescription[]>>
      /** The attributes by ARN of a load balancer or a target group that differ from AWS's defaults. */
      readonly attributes?: Readonly<Record<string, Readonly<Record<string, string>>>>
    }
  }
}

/** A rule's ARN is its listener's ARN with an additional part. Each listener has at least a default rule. */
function listenerArn({ RuleArn }: sdk.Rule): string | undefined {
  return RuleArn?.replace(':listener-rule/', ':listener/').split('/').slice(0, -1).join('/')
}

const networkProtocols: ReadonlySet<string> = new Set(['TCP', 'TLS', 'UDP', 'TCP_UDP'])

function listed(attributes: Readonly<Record<string, string>>) {
  return Object.entries(attributes).map(([Key, Value]) => ({ Key, Value }))
}

export const service = defineService(
  'elasticLoadBalancingV2',
  () => import('@aws-sdk/client-elastic-load-balancing-v2'),
  {
    iamPrefix: 'elasticloadbalancing',
    pages: { largest: 400, error: 'ValidationError' },
    notFound: 'TargetGroupNotFound',
  },
)({
  DescribeLoadBalancers: { list: 'loadBalancers' },
  DescribeListeners: { list: 'listeners', by: 'LoadBalancerArn' },
  DescribeRules: { list: 'rules', by: { ListenerArn: listenerArn }, notFound: 'ListenerNotFound' },
  DescribeTargetGroups: { list: 'targetGroups' },
  DescribeTargetHealth: { list: 'targetHealth', within: 'targetGroups' },
  DescribeLoadBalancerAttributes: {
    one: 'loadBalancers',
    notFound: 'LoadBalancerNotFound',
    item: ({ LoadBalancerArn = '', Type }, { attributes = {} }) => ({
      Attributes: listed({
        'load_balancing.cross_zone.enabled': String(Type === 'application'),
        ...attributes[LoadBalancerArn],
      }),
    }),
  },
  DescribeTargetGroupAttributes: {
    one: 'targetGroups',
    item: ({ TargetGroupArn = '', TargetType, Protocol = '' }, { attributes = {} }) => ({
      Attributes: listed({
        ...(TargetType !== 'lambda' && { 'load_balancing.cross_zone.enabled': 'use_load_balancer_configuration' }),
        ...(networkProtocols.has(Protocol) && {
          'preserve_client_ip.enabled': String(TargetType === 'instance' || Protocol.includes('UDP')),
        }),
        ...attributes[TargetGroupArn],
      }),
    }),
  },
})
