/** Load balancers, listeners, and target groups in Terraform. */
import type { Json } from '../../../../graph/resource-graph.ts'
import {
  afterIn,
  attribute,
  blocksOf,
  flagOf,
  type Mapping,
  type Mappings,
  numberOf,
  textOf,
  textsOf,
} from '../../mapping.ts'
import { NotKnown, type PlanObject } from '../../plan.ts'

const targetGroup = { verb: 'routes to', type: 'AWS::ElasticLoadBalancingV2::TargetGroup' } as const

const loadBalancer: Mapping = {
  type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  id: afterIn('arn', ':loadbalancer/'),
  name: 'name',
  properties: { loadBalancerType: 'load_balancer_type', ipAddressType: 'ip_address_type' },
  relations: [
    { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['subnets'], isListed: true },
    { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['subnet_mapping', 'subnet_id'] },
    { verb: 'associated with', type: 'AWS::EC2::SecurityGroup', at: ['security_groups'], isListed: true },
  ],
  decides: ['internal'],
  defaults: { internal: false },
  more: ({ internal }) => {
    const isInternal = flagOf(internal)
    if (isInternal instanceof NotKnown) return { properties: { scheme: isInternal } }
    return { properties: { scheme: isInternal === true ? 'internal' : 'internet-facing' } }
  },
}

/** Types of actions, as collectors name them. */
function actionTypes(values: PlanObject, name: string): Json | NotKnown {
  const blocks = blocksOf(values[name])
  if (blocks instanceof NotKnown) return blocks
  return blocks.flatMap(({ type }) => textOf(type)).filter((each): each is string => typeof each === 'string')
}

const listener: Mapping = {
  type: 'AWS::ElasticLoadBalancingV2::Listener',
  id: afterIn('arn', ':listener/'),
  properties: { protocol: 'protocol', port: 'port' },
  relations: [
    { verb: 'contained in', type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', at: ['load_balancer_arn'] },
    { ...targetGroup, at: ['default_action', 'target_group_arn'] },
    { ...targetGroup, at: ['default_action', 'forward', 'target_group', 'arn'] },
  ],
  more: (values) => ({ properties: { defaultActions: actionTypes(values, 'default_action') } }),
}

/** The values of headers may be secrets of trusted callers, so only their names are read. */
const conditionBlocks = {
  host_header: 'host-header',
  path_pattern: 'path-pattern',
  http_request_method: 'http-request-method',
  source_ip: 'source-ip',
  http_header: 'http-header',
  query_string: 'query-string',
} as const

function conditionsOf(values: PlanObject): Json | NotKnown {
  const conditions = blocksOf(values['condition'])
  if (conditions instanceof NotKnown) return conditions
  return conditions.flatMap((condition) =>
    Object.entries(conditionBlocks).flatMap(([name, field]) => {
      const blocks = blocksOf(condition[name])
      if (blocks instanceof NotKnown) return []
      return blocks.map((block): Json => {
        const header = textOf(block['http_header_name'])
        const hasValues = field !== 'http-header' && field !== 'query-string'
        const listed = hasValues ? textsOf(block['values']).filter((each) => typeof each === 'string') : []
        return { field, header: typeof header === 'string' ? header : null, values: listed.toSorted() }
      })
    }),
  )
}

const listenerRule: Mapping = {
  type: 'AWS::ElasticLoadBalancingV2::ListenerRule',
  id: afterIn('arn', ':listener-rule/'),
  properties: { priority: 'priority' },
  relations: [
    { verb: 'contained in', type: 'AWS::ElasticLoadBalancingV2::Listener', at: ['listener_arn'] },
    { ...targetGroup, at: ['action', 'target_group_arn'] },
    { ...targetGroup, at: ['action', 'forward', 'target_group', 'arn'] },
  ],
  more: (values) => ({ properties: { actions: actionTypes(values, 'action'), conditions: conditionsOf(values) } }),
}

const group: Mapping = {
  type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  id: afterIn('arn', ':targetgroup/'),
  name: 'name',
  properties: { protocol: 'protocol', port: 'port', targetType: 'target_type' },
  relations: [{ verb: 'contained in', type: 'AWS::EC2::VPC', at: ['vpc_id'] }],
  more: ({ preserve_client_ip: preserves }) => {
    const flag = flagOf(preserves)
    return { items: { targets: [] }, properties: typeof flag === 'boolean' ? { preserveClientIp: flag } : {} }
  },
}

const attachment: Mapping = {
  type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  part: true,
  id: attribute('target_group_arn'),
  more: ({ target_id: id, port: given }) => {
    const port = numberOf(given)
    // Without its own, the port of the group counts.
    const own = port instanceof NotKnown && port.why === 'computed' ? null : port
    return { items: { targets: [{ id: textOf(id), port: own, availabilityZone: null, health: null }] } }
  },
}

export const elasticLoadBalancing: Mappings = {
  aws_lb: loadBalancer,
  aws_alb: loadBalancer,
  aws_lb_listener: listener,
  aws_alb_listener: listener,
  aws_lb_listener_rule: listenerRule,
  aws_alb_listener_rule: listenerRule,
  aws_lb_target_group: group,
  aws_alb_target_group: group,
  aws_lb_target_group_attachment: attachment,
  aws_alb_target_group_attachment: attachment,
}
