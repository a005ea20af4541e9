/** Finds resources that nothing uses, for types whose use AWS's responses show in full. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource, Verb } from '../../graph/resource-graph.ts'

/** `to`: its own relation. `from`: a relation of another resource to it. */
type Use = { readonly side: 'to' | 'from'; readonly verb: Verb; readonly type: string }

const to = (verb: Verb, type: string): Use => ({ side: 'to', verb, type })
const from = (verb: Verb, type: string): Use => ({ side: 'from', verb, type })

/** Each use is enough. */
const usesOf: Readonly<Record<string, readonly Use[]>> = {
  'AWS::EC2::EIP': [
    to('attached to', 'AWS::EC2::NetworkInterface'),
    to('attached to', 'AWS::EC2::Instance'),
    from('associated with', 'AWS::EC2::NatGateway'),
  ],
  'AWS::EC2::InternetGateway': [to('attached to', 'AWS::EC2::VPC')],
  'AWS::EC2::NatGateway': [from('routes to', 'AWS::EC2::RouteTable')],
  'AWS::EC2::Volume': [to('attached to', 'AWS::EC2::Instance')],
  'AWS::ElasticLoadBalancingV2::TargetGroup': [
    to('associated with', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
    from('routes to', 'AWS::ElasticLoadBalancingV2::Listener'),
  ],
  // Every resource with a security group has it at its network interfaces too.
  'AWS::EC2::SecurityGroup': [
    from('associated with', 'AWS::EC2::NetworkInterface'),
    from('associated with', 'AWS::EC2::Instance'),
    from('associated with', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
    from('associated with', 'AWS::Lambda::Function'),
    from('associated with', 'AWS::RDS::DBInstance'),
  ],
}

export type UnusedResources = {
  readonly unused: readonly Resource[]
  /** Types with resources whose use is unknown, because the users couldn't be read. */
  readonly unknown: readonly string[]
}

export function unusedResources(index: GraphIndex): UnusedResources {
  const unused: Resource[] = []
  const unknown: string[] = []
  for (const [type, uses] of Object.entries(usesOf)) {
    const without = index
      .ofType(type)
      .filter(
        (resource) => resource.presence === 'read' && !isDefaultGroup(resource) && !uses.some(isUse(index, resource)),
      )
    if (without.length === 0) continue
    const [full, partial] = [without.filter((resource) => resource.partial !== true), without.some(isPartial)]
    const isKnown = uses.every((use) => use.side === 'to' || isRead(index, use.type))
    if (!isKnown || partial) unknown.push(type)
    if (isKnown) unused.push(...full)
  }
  return { unused, unknown }
}

const isPartial = (resource: Resource): boolean => resource.partial === true

/** AWS creates one for each VPC, and it can't be deleted. */
function isDefaultGroup({ type, name }: Resource): boolean {
  return type === 'AWS::EC2::SecurityGroup' && name === 'default'
}

function isUse(index: GraphIndex, resource: Resource) {
  return ({ side, verb, type }: Use): boolean =>
    (side === 'to' ? index.targets(resource, verb, type) : index.sources(resource, verb, type)).length > 0
}

function isRead(index: GraphIndex, type: string): boolean {
  const status = index.coverage(type)?.status
  return status === 'collected' || status === 'unavailable'
}
