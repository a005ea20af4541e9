import type { RuleCondition } from '@aws-sdk/client-elastic-load-balancing-v2'
import { defineCollector, from } from '../../collector.ts'
import { arnSuffix } from './arn-suffix.ts'
import { actionTypes, forwardedTargetGroups } from './forwarded-target-groups.ts'
import { listener } from './listener.ts'
import { elasticLoadBalancing } from './load-balancer.ts'

/**
 * Collects listener rules without default rules, which are part of the listener. Only Application Load Balancers have
 * others.
 */
export const listenerRule = defineCollector({
  type: 'AWS::ElasticLoadBalancingV2::ListenerRule',
  count: 'listenerRules',
  scope: 'regional',
  permissions: ['elasticloadbalancing:DescribeRules'],
  service: elasticLoadBalancing,
  inputs: from(listener, ({ ListenerArn }) =>
    ListenerArn?.includes(':listener/app/') === true ? ListenerArn : undefined,
  ),
  // One call per listener, because AWS lists the rules of one listener at a time.
  pages: ({ sdk, client }, [ListenerArn]) => sdk.paginateDescribeRules({ client, pageSize: 400 }, { ListenerArn }),
  items: (page) => page.Rules?.filter(({ IsDefault }) => IsDefault !== true),
  resource: (rule) => ({
    id: arnSuffix(rule.RuleArn, 'listener-rule/'),
    arn: rule.RuleArn,
    properties: {
      priority: Number(rule.Priority),
      conditions: rule.Conditions?.map(condition),
      actions: actionTypes(rule.Actions),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::ElasticLoadBalancingV2::Listener',
      field: 'Rules[].RuleArn',
      targets: (rule) => listenerId(rule.RuleArn),
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::TargetGroup'],
      field: 'Rules[].Actions[]',
      arns: (rule) => forwardedTargetGroups(rule.Actions),
    },
    {
      verb: 'uses',
      types: ['AWS::Cognito::UserPool'],
      field: 'Rules[].Actions[].AuthenticateCognitoConfig.UserPoolArn',
      arns: (rule) => rule.Actions?.map(({ AuthenticateCognitoConfig }) => AuthenticateCognitoConfig?.UserPoolArn),
    },
  ],
})

/** Returns the rule's ARN without its last part. */
function listenerId(ruleArn: string | undefined): string | undefined {
  return arnSuffix(ruleArn, 'listener-rule/')?.split('/').slice(0, -1).join('/')
}

/**
 * Any of the values matches. Values of headers and query parameters are often secrets of trusted callers, so only their
 * names are stored.
 */
function condition({ Field, Values, ...configs }: RuleCondition) {
  const values =
    configs.HostHeaderConfig?.Values ??
    configs.PathPatternConfig?.Values ??
    configs.HttpRequestMethodConfig?.Values ??
    configs.SourceIpConfig?.Values ??
    configs.QueryStringConfig?.Values?.flatMap(({ Key }) => Key ?? []) ??
    (configs.HttpHeaderConfig === undefined ? Values : undefined) ??
    []
  return { field: Field ?? null, header: configs.HttpHeaderConfig?.HttpHeaderName ?? null, values: values.toSorted() }
}
