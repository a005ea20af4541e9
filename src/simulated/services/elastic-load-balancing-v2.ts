/** Elastic Load Balancing v2: load balancers, listeners, rules, target groups, the health of their targets, attributes. */
import * as module from '@aws-sdk/client-elastic-load-balancing-v2'
import type {
  DescribeListenersInput,
  DescribeListenersOutput,
  DescribeLoadBalancerAttributesInput,
  DescribeLoadBalancerAttributesOutput,
  DescribeLoadBalancersInput,
  DescribeLoadBalancersOutput,
  DescribeRulesInput,
  DescribeRulesOutput,
  DescribeTargetGroupsInput,
  DescribeTargetGroupsOutput,
  DescribeTargetHealthInput,
  DescribeTargetHealthOutput,
  Listener,
  LoadBalancer,
  Rule,
  TargetGroup,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const paging: Paging<{ readonly PageSize?: number | undefined; readonly Marker?: string | undefined }> = {
  token: 'Marker',
  size: 'PageSize',
  minimum: 1,
  maximum: 400,
  default: 400,
  badToken: (token) => new ProviderError('ValidationError', `Invalid marker '${token}'`),
  badSize: (size) => new ProviderError('ValidationError', `Page size '${size}' must be between 1 and 400`),
}

const loadBalancerNotFound = (id: string) =>
  new ProviderError('LoadBalancerNotFound', `Load balancers '[${id}]' not found`)
const targetGroupNotFound = (id: string) =>
  new ProviderError('TargetGroupNotFound', `One or more target groups not found: ${id}`)

const listenerNotFound = (id: string) => new ProviderError('ListenerNotFound', `One or more listeners not found: ${id}`)
const ruleNotFound = (id: string) => new ProviderError('RuleNotFound', `One or more rules not found: ${id}`)

/** A rule's ARN is its listener's with a part of its own at the end; each listener has at least its default rule. */
function listenerArn({ RuleArn }: Rule): string | undefined {
  return RuleArn?.replace(':listener-rule/', ':listener/').split('/').slice(0, -1).join('/')
}

export const service: SimulatedService = {
  iamPrefix: 'elasticloadbalancing',
  module,
  client: new module.ElasticLoadBalancingV2Client(idleClient),
  operations: {
    DescribeLoadBalancers: listOperation<DescribeLoadBalancersInput, DescribeLoadBalancersOutput, LoadBalancer>({
      items: ({ regionData }) => regionData.elasticLoadBalancingV2?.loadBalancers,
      identifiers: [
        { parameter: 'LoadBalancerArns', of: (item) => [item.LoadBalancerArn], notFound: loadBalancerNotFound },
        { parameter: 'Names', of: (item) => [item.LoadBalancerName], notFound: loadBalancerNotFound },
      ],
      paging,
      answer: (items, NextMarker) => ({ LoadBalancers: [...items], NextMarker }),
    }),

    DescribeListeners: listOperation<DescribeListenersInput, DescribeListenersOutput, Listener>({
      items: ({ regionData }) => regionData.elasticLoadBalancingV2?.listeners,
      identifiers: [
        { parameter: 'ListenerArns', of: (item) => [item.ListenerArn], notFound: listenerNotFound },
        { parameter: 'LoadBalancerArn', of: (item) => [item.LoadBalancerArn], notFound: null },
      ],
      paging,
      answer: (items, NextMarker) => ({ Listeners: [...items], NextMarker }),
    }),

    DescribeRules: listOperation<DescribeRulesInput, DescribeRulesOutput, Rule>({
      items: ({ regionData }) => regionData.elasticLoadBalancingV2?.rules,
      identifiers: [
        { parameter: 'ListenerArn', of: (item) => [listenerArn(item)], notFound: listenerNotFound },
        { parameter: 'RuleArns', of: (item) => [item.RuleArn], notFound: ruleNotFound },
      ],
      paging,
      answer: (items, NextMarker) => ({ Rules: [...items], NextMarker }),
    }),

    DescribeTargetGroups: listOperation<DescribeTargetGroupsInput, DescribeTargetGroupsOutput, TargetGroup>({
      items: ({ regionData }) => regionData.elasticLoadBalancingV2?.targetGroups,
      identifiers: [
        { parameter: 'TargetGroupArns', of: (item) => [item.TargetGroupArn], notFound: targetGroupNotFound },
        { parameter: 'Names', of: (item) => [item.TargetGroupName], notFound: targetGroupNotFound },
        { parameter: 'LoadBalancerArn', of: (item) => item.LoadBalancerArns ?? [], notFound: loadBalancerNotFound },
      ],
      paging,
      answer: (items, NextMarker) => ({ TargetGroups: [...items], NextMarker }),
    }),

    DescribeTargetHealth: operation<DescribeTargetHealthInput, DescribeTargetHealthOutput>({
      parameters: ['TargetGroupArn'],
      answer({ TargetGroupArn: arn = '' }, { regionData }) {
        const { targetGroups = [], targetHealth = {} } = regionData.elasticLoadBalancingV2 ?? {}
        if (!targetGroups.some(({ TargetGroupArn }) => TargetGroupArn === arn)) throw targetGroupNotFound(arn)
        return { TargetHealthDescriptions: [...(targetHealth[arn] ?? [])] }
      },
    }),

    DescribeLoadBalancerAttributes: operation<
      DescribeLoadBalancerAttributesInput,
      DescribeLoadBalancerAttributesOutput
    >({
      parameters: ['LoadBalancerArn'],
      answer({ LoadBalancerArn: arn = '' }, { regionData }) {
        const { loadBalancers = [], attributes = {} } = regionData.elasticLoadBalancingV2 ?? {}
        if (!loadBalancers.some(({ LoadBalancerArn }) => LoadBalancerArn === arn)) throw loadBalancerNotFound(arn)
        const Attributes = Object.entries(attributes[arn] ?? {}).map(([Key, Value]) => ({ Key, Value }))
        return { Attributes }
      },
    }),
  },
}
