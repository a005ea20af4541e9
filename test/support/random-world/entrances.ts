/** Plans entry points: load balancers with their targets, and global resources in front of them. */
import type { ResourceReference } from '../../../src/graph/resource-graph.ts'
import { accountId, region } from '../../../src/simulated/worlds/three-tier-network.ts'
import type { Network } from './networks.ts'
import { arn, type Plan, several } from './plan.ts'
import { functionArn, type Programs } from './programs.ts'

type Balancer = ResourceReference & { readonly arn: string; readonly host: string }

const balancing = (resource: string) => arn('elasticloadbalancing', resource)

export function planBalancers(plan: Plan, networks: readonly Network[], programs: Programs): readonly Balancer[] {
  return networks.flatMap((network) => {
    const groups = several(plan, 3, () => planTargetGroup(plan, network, programs))
    return several(plan, 2, () => planBalancer(plan, network, groups))
  })
}

function planTargetGroup(plan: Plan, { vpc }: Network, { instances, functions }: Programs) {
  const group = plan.expect('AWS::ElasticLoadBalancingV2::TargetGroup', `group/${plan.next()}`)
  const groupArn = balancing(`targetgroup/${group.id}`)
  const ofFunctions = plan.chance()
  const targets = plan.some(ofFunctions ? functions : instances)
  plan.list('elasticLoadBalancingV2', 'targetGroups', {
    TargetGroupArn: groupArn,
    TargetType: ofFunctions ? 'lambda' : 'instance',
    // Target groups of functions have no VPC.
    ...(!ofFunctions && { VpcId: vpc.id }),
  })
  const health = targets.map((target) => ({ Target: { Id: ofFunctions ? functionArn(target) : target.id } }))
  plan.put('elasticLoadBalancingV2', 'targetHealth', groupArn, health)
  if (!ofFunctions) plan.relate(group, 'contained in', vpc)
  plan.relate(group, 'routes to', ...targets)
  return { group, arn: groupArn }
}

type TargetGroup = ReturnType<typeof planTargetGroup>

function planBalancer(plan: Plan, { vpc, subnets, groups: guards }: Network, groups: readonly TargetGroup[]): Balancer {
  const kind = plan.one(['app', 'net'] as const) ?? 'app'
  const name = `balancer-${plan.next()}/0a1b`
  const balancer = plan.expect('AWS::ElasticLoadBalancingV2::LoadBalancer', `${kind}/${name}`)
  const balancerArn = balancing(`loadbalancer/${balancer.id}`)
  const host = `${name.replace('/', '-')}.${region}.elb.amazonaws.com`
  const [at, used] = [plan.some(subnets), plan.some(guards)]
  plan.list('elasticLoadBalancingV2', 'loadBalancers', {
    LoadBalancerArn: balancerArn,
    LoadBalancerName: name,
    DNSName: host,
    Type: kind === 'app' ? 'application' : 'network',
    VpcId: vpc.id,
    AvailabilityZones: at.map(({ id }) => ({ SubnetId: id })),
    SecurityGroups: used.map(({ id }) => id),
  })
  plan.relate(balancer, 'contained in', vpc)
  plan.relate(balancer, 'attached to', ...at)
  plan.relate(balancer, 'associated with', ...used)
  several(plan, 2, () => {
    const listener = plan.expect('AWS::ElasticLoadBalancingV2::Listener', `${balancer.id}/${plan.next()}`)
    const [listenerArn, chosen] = [balancing(`listener/${listener.id}`), plan.one(groups)]
    const place = { ListenerArn: listenerArn, LoadBalancerArn: balancerArn }
    plan.list('elasticLoadBalancingV2', 'listeners', { ...place, DefaultActions: forwarding(chosen) })
    plan.relate(listener, 'contained in', balancer)
    plan.relate(listener, 'routes to', chosen?.group)
    const rule = (suffix: string, to: TargetGroup | undefined, IsDefault: boolean) => {
      const id = `${listener.id}/${suffix}`
      const RuleArn = balancing(`listener-rule/${id}`)
      plan.list('elasticLoadBalancingV2', 'rules', { RuleArn, Priority: '1', IsDefault, Actions: forwarding(to) })
      return { type: 'AWS::ElasticLoadBalancingV2::ListenerRule', id }
    }
    rule('default', chosen, true)
    if (kind === 'net') return
    several(plan, 2, () => {
      const to = plan.one(groups)
      const { type, id } = rule(`rule-${plan.next()}`, to, false)
      const found = plan.expect(type, id)
      plan.relate(found, 'contained in', listener)
      plan.relate(found, 'routes to', to?.group)
    })
  })
  return { ...balancer, arn: balancerArn, host }
}

function forwarding(to: TargetGroup | undefined) {
  return to === undefined ? [{ Type: 'fixed-response' }] : [{ Type: 'forward', TargetGroupArn: to.arn }]
}

/** Global resources are found if they refer to this region or to a VPC of it. */
export function planEdge(
  plan: Plan,
  networks: readonly Network[],
  buckets: readonly ResourceReference[],
  balancers: readonly Balancer[],
  { instances }: Programs,
): void {
  const hosts = [
    ...balancers.map(({ type, id, host }) => ({ target: { type, id }, host })),
    ...planDistributions(plan, buckets, balancers),
    ...planAccelerators(plan, balancers, instances),
  ]
  several(plan, 3, () => {
    const zone = { type: 'AWS::Route53::HostedZone', id: `Z${plan.next()}` }
    const listed = `/hostedzone/${zone.id}`
    const inside = plan.chance() ? plan.some(networks.filter(({ isOwn }) => isOwn)) : null
    plan.listGlobal('route53', 'hostedZones', {
      Id: listed,
      Name: 'shop.example.',
      CallerReference: listed,
      Config: { PrivateZone: inside !== null },
    })
    const VPCs = inside?.map(({ vpc }) => ({ VPCId: vpc.id, VPCRegion: region })) ?? []
    plan.putGlobal('route53', 'vpcs', listed, [...VPCs, { VPCId: 'vpc-elsewhere', VPCRegion: 'eu-west-1' }])
    for (const { vpc } of inside ?? []) plan.relate(plan.expect(zone.type, zone.id), 'associated with', vpc)
    const leading = plan.some(hosts)
    const records = [...leading, { target: undefined, host: 'elsewhere.example' }].map(({ target, host }, place) => {
      const Name = `name-${place}.shop.example.`
      if (target !== undefined) {
        const found = plan.expect('AWS::Route53::RecordSet', `${zone.id} ${Name} A`)
        plan.relate(found, 'contained in', plan.expect(zone.type, zone.id))
        plan.relate(found, 'routes to', target)
      }
      const AliasTarget = { HostedZoneId: 'Z35SXDOTRQ7X7K', DNSName: `${host}.`, EvaluateTargetHealth: false }
      return { Name, Type: 'A', AliasTarget }
    })
    plan.putGlobal('route53', 'records', listed, records)
  })
}

function planDistributions(plan: Plan, buckets: readonly ResourceReference[], balancers: readonly Balancer[]) {
  const origins = [
    ...buckets.map((target) => ({ target, host: `${target.id}.s3.${region}.amazonaws.com` })),
    ...balancers.map(({ type, id, host }) => ({ target: { type, id }, host })),
  ]
  return several(plan, 3, () => {
    const id = `E${plan.next()}`
    const host = `d${plan.next()}.cloudfront.net`
    const used = plan.some(origins)
    const items = [...used.map((origin) => origin.host), 'elsewhere.example']
    plan.listGlobal('cloudFront', 'distributions', {
      Id: id,
      ARN: `arn:aws:cloudfront::${accountId}:distribution/${id}`,
      DomainName: host,
      Origins: { Quantity: items.length, Items: items.map((DomainName) => ({ Id: DomainName, DomainName })) },
    })
    if (used.length === 0) return []
    const target = plan.expect('AWS::CloudFront::Distribution', id)
    plan.relate(target, 'routes to', ...used.map((origin) => origin.target))
    return [{ target, host }]
  }).flat()
}

function planAccelerators(plan: Plan, balancers: readonly Balancer[], instances: readonly ResourceReference[]) {
  return several(plan, 2, () => {
    const id = `arn:aws:globalaccelerator::${accountId}:accelerator/${plan.next()}`
    const host = `a${plan.next()}.awsglobalaccelerator.com`
    plan.listGlobal('globalAccelerator', 'accelerators', { AcceleratorArn: id, DnsName: host })
    const leading = several(plan, 2, () => {
      const listener = { type: 'AWS::GlobalAccelerator::Listener', id: `${id}/listener/${plan.next()}` }
      plan.listGlobal('globalAccelerator', 'listeners', { ListenerArn: listener.id })
      return several(plan, 2, () => {
        const group = {
          type: 'AWS::GlobalAccelerator::EndpointGroup',
          id: `${listener.id}/endpoint-group/${plan.next()}`,
        }
        const isHere = plan.chance()
        const [to, machines] = [plan.some(balancers), plan.some(instances)]
        const endpoints = [...to.map((balancer) => balancer.arn), ...machines.map((machine) => machine.id)]
        plan.listGlobal('globalAccelerator', 'endpointGroups', {
          EndpointGroupArn: group.id,
          EndpointGroupRegion: isHere ? region : 'eu-west-1',
          EndpointDescriptions: endpoints.map((EndpointId) => ({ EndpointId })),
        })
        if (!isHere) return []
        const accelerator = plan.expect('AWS::GlobalAccelerator::Accelerator', id)
        plan.relate(plan.expect(listener.type, listener.id), 'contained in', accelerator)
        plan.relate(plan.expect(group.type, group.id), 'contained in', listener)
        plan.relate(group, 'routes to', ...to.map((target) => ({ type: target.type, id: target.id })), ...machines)
        return [accelerator]
      }).flat()
    }).flat()
    return leading.slice(0, 1).map((target) => ({ target, host }))
  }).flat()
}
