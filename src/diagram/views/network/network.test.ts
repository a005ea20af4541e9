import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramElement, DiagramGroup, ViewName } from '../../diagram.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { addThreeTierNetwork, graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { flattened } from '../boxes/group.ts'
import { networkView } from './network.ts'

function joinedNetworks() {
  const graph = graphBuilder()
  const size = { zones: ['eu-west-1a', 'eu-west-1b'], webPerZone: 2, appPerZone: 3 }
  const [shop, office] = [addThreeTierNetwork(graph, 'shop', size), addThreeTierNetwork(graph, 'office', size)]
  const transit = graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub')
  for (const [number, network] of [shop, office].entries()) {
    const attachment = graph.add('AWS::EC2::TransitGatewayAttachment', `tgw-attach-${number}`, null)
    graph.relate(attachment, 'contained in', transit)
    graph.relate(attachment, 'attached to', network)
  }
  const partner = graph.addUnread('AWS::EC2::VPC', 'vpc-partner', 'external')
  const peering = graph.add('AWS::EC2::VPCPeeringConnection', 'pcx-1', 'to-partner')
  graph.relate(peering, 'associated with', shop)
  graph.relate(peering, 'associated with', partner)
  const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', null, {
    endpointType: 'Gateway',
    serviceName: 'com.amazonaws.eu-west-1.s3',
  })
  graph.relate(endpoint, 'contained in', shop)
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', 'closed', {
    isDefault: true,
    ingress: [{ rule: 100, action: 'allow', protocol: '-1', cidrBlock: '10.0.0.0/8', fromPort: null, toPort: null }],
  })
  graph.relate(acl, 'contained in', shop)
  return graph
}

function find(diagram: Diagram, id: string): DiagramElement {
  const found = flattened(diagram.elements).find((element) => element.id === id)
  if (found === undefined) throw new Error(`No element ${id}`)
  return found
}

function serviceLines({ edges }: Diagram) {
  return edges.flatMap(({ form, source, target, description }) =>
    form === 'link' && `${source} ${target}`.includes('vpce-svc-') ? [[source, target, description]] : [],
  )
}

describe('VPCs', () => {
  const diagram = networkView(joinedNetworks().build())

  test('show their addresses, subnets also their routes and number of resources', () => {
    expect(find(diagram, 'AWS::EC2::VPC/vpc-shop')).toMatchObject({ label: 'shop-network', detail: '10.20.0.0/16' })
    const subnet = find(diagram, 'AWS::EC2::Subnet/subnet-shop-app-a')
    expect(subnet.detail).toMatch(/^private · [\d./]+ · \d+ resources$/u)
    expect(subnet).toMatchObject({ exposure: 'private' })
  })

  test('have subnets that count services with tasks in several of them', () => {
    const graph = graphBuilder()
    const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
    const subnets = ['a', 'b', 'c'].map((zone) => {
      const subnet = graph.add('AWS::EC2::Subnet', `subnet-${zone}`, `app-${zone}`, {
        availabilityZone: `zone-${zone}`,
      })
      graph.relate(subnet, 'contained in', network)
      graph.relate(graph.add('AWS::EC2::Instance', `i-${zone}`, `i-${zone}`), 'contained in', subnet)
      return subnet
    })
    const service = graph.add('AWS::ECS::Service', 'api', 'api')
    const targets = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'web', 'web')
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'app/web/1', 'web')
    const web = graph.add('AWS::ECS::Service', 'web', 'web')
    graph.relate(balancer, 'contained in', network)
    graph.relate(targets, 'associated with', balancer)
    graph.relate(web, 'associated with', targets)
    for (const each of [service, web])
      for (const subnet of subnets.slice(0, 2)) graph.relate(each, 'attached to', subnet)
    const diagram = networkView(graph.build())
    expect(subnets.map((subnet) => find(diagram, `AWS::EC2::Subnet/${subnet.id}`).detail.split(' · ').at(-1))).toEqual([
      '3 resources',
      '3 resources',
      '1 resource',
    ])
  })

  test('contain gateways, route tables, network ACLs, and endpoints, but no workloads', () => {
    const types = new Set(flattened([find(diagram, 'AWS::EC2::VPC/vpc-shop')]).map(({ type }) => type))
    for (const type of ['InternetGateway', 'NatGateway', 'RouteTable', 'NetworkAcl', 'VPCEndpoint']) {
      expect(types).toContain(`AWS::EC2::${type}`)
    }
    expect(types).not.toContain('AWS::EC2::Instance')
    expect(types).not.toContain('AWS::RDS::DBInstance')
  })

  test('network ACLs and endpoints describe their settings', () => {
    expect(find(diagram, 'AWS::EC2::NetworkAcl/acl-1')).toMatchObject({ detail: '1 inbound rule' })
    expect(find(diagram, 'AWS::EC2::NetworkAcl/acl-1').description).toContain('100: allow all from 10.0.0.0/8')
    expect(find(diagram, 'AWS::EC2::VPCEndpoint/vpce-1')).toMatchObject({ detail: 'gateway · s3' })
  })

  test('the names of their parts do not repeat theirs, if there is no room for it', () => {
    const graph = graphBuilder()
    const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'payments-production-vpc')
    for (const name of ['s3', 'secretsmanager']) {
      const endpoint = graph.add('AWS::EC2::VPCEndpoint', `vpce-${name}`, `payments-production-${name}`)
      graph.relate(endpoint, 'contained in', network)
    }
    const endpoint = find(networkView(graph.build()), 'AWS::EC2::VPCEndpoint/vpce-s3')
    expect(endpoint.label).toBe('s3')
    expect(endpoint.description).toContain('payments-production-s3')
  })

  test('are connected by their connections, including a VPC outside the scan', () => {
    const links = diagram.edges.filter(({ form }) => form === 'link').map(({ source, target }) => [source, target])
    expect(links).toEqual([
      ['AWS::EC2::TransitGateway/tgw-1', 'AWS::EC2::VPC/vpc-office'],
      ['AWS::EC2::TransitGateway/tgw-1', 'AWS::EC2::VPC/vpc-shop'],
      ['AWS::EC2::VPCPeeringConnection/pcx-1', 'AWS::EC2::VPC/vpc-partner'],
      ['AWS::EC2::VPCPeeringConnection/pcx-1', 'AWS::EC2::VPC/vpc-shop'],
    ])
    expect(find(diagram, 'outside')).toMatchObject({ form: 'outside' })
  })

  test('are connected through endpoints, the endpoint service, and the VPC of its load balancer', () => {
    const graph = joinedNetworks()
    const office = { type: 'AWS::EC2::VPC', id: 'vpc-office' }
    const service = graph.add('AWS::EC2::VPCEndpointService', 'vpce-svc-1', 'payments')
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'net/payments', 'payments')
    graph.relate({ type: 'AWS::EC2::VPCEndpoint', id: 'vpce-1' }, 'routes to', service)
    graph.relate(service, 'routes to', balancer)
    graph.relate(balancer, 'contained in', office)
    const built = graph.build()
    const provider = [
      'AWS::EC2::VPCEndpointService/vpce-svc-1',
      'AWS::EC2::VPC/vpc-office',
      'payments to office-network through load balancer payments',
    ]
    expect(serviceLines(networkView(built))).toEqual([
      ['AWS::EC2::VPCEndpoint/vpce-1', 'AWS::EC2::VPCEndpointService/vpce-svc-1', 'vpce-1 to payments'],
      provider,
    ])
    const page = drawPage('network', built, { ...overviewOptions, types: '-AWS::ElasticLoadBalancingV2::LoadBalancer' })
    expect(serviceLines((page as { diagram: Diagram }).diagram)).toContainEqual(provider)
  })

  test('and connections between them that failed or were rejected have boxes with their state', () => {
    const graph = joinedNetworks()
    const failed = graph.add('AWS::EC2::VPCEndpoint', 'vpce-2', null, { endpointType: 'Interface', state: 'failed' })
    graph.relate(failed, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-shop' })
    graph.add('AWS::EC2::VPCPeeringConnection', 'pcx-2', null, { status: 'rejected' })
    const { elements } = networkView(graph.build())
    const details = flattened(elements).map(({ id, detail }) => [id, detail])
    expect(details).toContainEqual(['AWS::EC2::VPCEndpoint/vpce-2', 'interface · failed'])
    expect(details).toContainEqual(['AWS::EC2::VPCPeeringConnection/pcx-2', 'rejected'])
  })

  test('and connections between them after their end are only counted, by their state', () => {
    const graph = joinedNetworks()
    const transit = { type: 'AWS::EC2::TransitGateway', id: 'tgw-1' }
    for (const [number, state] of ['failed', 'rejected', 'rejected'].entries()) {
      const attachment = graph.add('AWS::EC2::TransitGatewayAttachment', `tgw-attach-gone-${number}`, null, { state })
      graph.relate(attachment, 'contained in', transit)
    }
    graph.add('AWS::EC2::VPCPeeringConnection', 'pcx-gone', null, { status: 'deleted' })
    const built = graph.build()
    const { elements, notDrawn } = networkView(built)
    expect(flattened(elements).map(({ id }) => id)).not.toContain('AWS::EC2::VPCPeeringConnection/pcx-gone')
    expect(notDrawn).toContainEqual({ what: 'deleted VPC peering connection', count: 1 })
    expect(architectureView(built).notDrawn).toEqual(
      expect.arrayContaining([
        { what: 'failed transit gateway attachment', count: 1 },
        { what: 'rejected transit gateway attachments', count: 2 },
      ]),
    )
  })

  test("resources that the view doesn't show are counted together", () => {
    expect(diagram.notDrawn.at(-1)?.what).toBe('resources not shown in this view')
  })
})

describe('resources outside a selection', () => {
  const graph = joinedNetworks()
  const inDefault = graph.add('AWS::EC2::VPC', 'vpc-default', 'spare', { isDefault: true })
  for (const number of [1, 2]) {
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', `net/spare-${number}`, `spare-${number}`)
    graph.relate(balancer, 'contained in', inDefault)
  }
  const built = graph.build()
  const without = (types: string, view: ViewName = 'network'): Diagram => {
    const drawn = drawPage(view, built, { ...overviewOptions, types })
    if (drawn.kind !== 'drawn') throw new Error(drawn.message)
    return drawn.diagram
  }

  test("are counted on the cards of VPCs, which aren't shown as empty", () => {
    for (const view of ['network', 'architecture'] as const) {
      const card = find(without('-AWS::ElasticLoadBalancingV2::LoadBalancer', view), 'AWS::EC2::VPC/vpc-default')
      expect(card.detail).toBe('2 outside this selection')
      expect(card.description.split('\n')).toContain('2 outside this selection')
    }
    expect(find(without('-AWS::RDS::DBInstance'), 'AWS::EC2::VPC/vpc-default').kind).toBe('group')
  })

  test('are counted in subnets', () => {
    const subnet = find(without('-AWS::EC2::Instance'), 'AWS::EC2::Subnet/subnet-shop-app-a')
    expect(subnet.detail).toMatch(/ · 5 not selected$/u)
    const drawn = drawPage('network', built, { ...overviewOptions, focus: 'i-shop-app-a-0', depth: 0 })
    const one = find((drawn as { diagram: Diagram }).diagram, 'AWS::EC2::Subnet/subnet-shop-app-a')
    expect(one.detail).toMatch(/ · 1 of 5 resources$/u)
  })

  test("in a VPC that couldn't be read are marked", () => {
    const denied = joinedNetworks()
    denied.add('AWS::EC2::VPC', 'vpc-default', 'spare', { isDefault: true })
    denied.deny('AWS::EC2::Instance')
    const drawn = drawPage('network', denied.build(), { ...overviewOptions, types: '-AWS::EC2::Instance' })
    const card = find((drawn as { diagram: Diagram }).diagram, 'AWS::EC2::VPC/vpc-default')
    expect(card.detail).toBe('may be incomplete')
  })

  test('stay known: routes of hidden route tables, and hidden VPCs of subnets', () => {
    const whole = networkView(built)
    const routeless = without('-AWS::EC2::RouteTable')
    for (const id of ['subnet-shop-app-a', 'subnet-shop-public-a', 'subnet-shop-data-a']) {
      const { exposure } = find(routeless, `AWS::EC2::Subnet/${id}`) as DiagramGroup
      expect(find(whole, `AWS::EC2::Subnet/${id}`)).toMatchObject({ exposure })
      expect(exposure).not.toBe('unknown')
    }
    expect(flattened(routeless.elements).filter(({ type }) => type === 'AWS::EC2::RouteTable')).toEqual([])
    expect(find(without('-AWS::EC2::VPC'), 'network:unknown')).toMatchObject({
      label: 'VPCs not selected',
      presence: 'read',
    })
  })
})

test("NAT gateways that couldn't be read are in the order of the Availability Zones that use them", () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  for (const [zone, target] of [
    ['eu-west-1a', 'nat-2'],
    ['eu-west-1b', 'nat-1'],
  ] as const) {
    const subnet = graph.add('AWS::EC2::Subnet', `subnet-${zone}`, null, { availabilityZone: zone })
    const table = graph.add('AWS::EC2::RouteTable', `rtb-${zone}`, null, {
      routes: [{ destination: '0.0.0.0/0', target, state: 'active' }],
    })
    for (const each of [subnet, table]) graph.relate(each, 'contained in', network)
    graph.relate(table, 'associated with', subnet)
    graph.relate(table, 'routes to', graph.addUnread('AWS::EC2::NatGateway', target, 'unknown'))
  }
  const gateways = flattened(networkView(graph.build()).elements).filter(({ type }) => type === 'AWS::EC2::NatGateway')
  expect(gateways.map(({ label }) => label)).toEqual(['nat-2', 'nat-1'])
})

test("a single resource that the view doesn't show is counted in the singular", () => {
  const graph = graphBuilder()
  graph.add('AWS::S3::Bucket', 'assets', 'assets')
  expect(networkView(graph.build()).notDrawn).toEqual([{ what: 'resource not shown in this view', count: 1 }])
})

test("route tables that couldn't be read cause subnets with unknown routes, and a gap", () => {
  const graph = joinedNetworks()
  graph.deny('AWS::EC2::RouteTable')
  const diagram = networkView(graph.build())
  expect(find(diagram, 'AWS::EC2::Subnet/subnet-shop-app-a')).toMatchObject({ exposure: 'unknown' })
  expect(find(diagram, 'gap:all')).toMatchObject({ form: 'gap', type: 'AWS::EC2::RouteTable' })
})

test('a route table lists its routes, and marks blackhole routes', () => {
  const graph = graphBuilder()
  const routes = [
    { destination: '10.0.0.0/16', target: 'local', state: 'active' },
    { destination: '0.0.0.0/0', target: 'nat-1', state: 'blackhole' },
  ]
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', 'main', { main: true, routes })
  graph.relate(table, 'contained in', graph.add('AWS::EC2::VPC', 'vpc-1', 'shop'))
  const box = find(networkView(graph.build()), 'AWS::EC2::RouteTable/rtb-1')
  expect(box.detail).toBe('main · 2 routes')
  expect(box.description.split('\n').slice(-2)).toEqual(['10.0.0.0/16 to local', '0.0.0.0/0 to nat-1 (blackhole)'])
})

test.each([
  ['available', 'interface · sqs', 'transit gateway'],
  ['pending', 'interface · pending', 'transit gateway · pending'],
])('endpoints and what is between VPCs show that they are %s, unless that is normal', (state, endpoint, transit) => {
  const graph = graphBuilder()
  const properties = { serviceName: 'com.amazonaws.eu-west-1.sqs', endpointType: 'Interface', state }
  const added = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', 'sqs', properties)
  graph.relate(added, 'contained in', graph.add('AWS::EC2::VPC', 'vpc-1', 'shop'))
  graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub', { state })
  const { elements } = networkView(graph.build())
  const detailOf = (id: string) => flattened(elements).find((each) => each.id.endsWith(id))?.detail
  expect([detailOf('vpce-1'), detailOf('tgw-1')]).toEqual([endpoint, transit])
})

/** Of a VPC in which a private subnet leads out through a NAT gateway. */
function boxesOf(hasGateway: boolean) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  const [inside, outside] = ['inside', 'outside'].map((id) => {
    const subnet = graph.add('AWS::EC2::Subnet', id, id, { availabilityZone: 'eu-west-1a' })
    graph.relate(subnet, 'contained in', network)
    return subnet
  })
  if (inside === undefined || outside === undefined) throw new Error('There are two')
  const nat = graph.add('AWS::EC2::NatGateway', 'nat-1', null)
  graph.relate(nat, 'contained in', outside)
  const routes = [{ destination: '0.0.0.0/0', target: 'nat-1', state: 'active' }]
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, { routes })
  graph.relate(table, 'contained in', network)
  graph.relate(table, 'associated with', inside)
  graph.relate(table, 'routes to', nat)
  if (hasGateway) graph.relate(graph.add('AWS::EC2::InternetGateway', 'igw-1', null), 'attached to', network)
  const { elements, edges } = networkView(graph.build())
  expect(edges.some(({ form }) => form === 'egress')).toBe(true)
  return flattened(elements).map(({ id }) => id)
}

test('the internet is drawn if it can reach something, not for outbound connections only', () => {
  expect(boxesOf(true)).toContain('internet')
  expect(boxesOf(false)).not.toContain('internet')
})

const bare = (id: string) => id.slice(id.indexOf('/') + 1)

/** A route table for each subnet, with its default route. */
function routed(targets: Readonly<Record<string, string>>) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'inspection')
  graph.relate(graph.add('AWS::EC2::InternetGateway', 'igw-1', null), 'attached to', network)
  for (const [name, target] of Object.entries(targets)) {
    const subnet = graph.add('AWS::EC2::Subnet', name, name)
    graph.relate(subnet, 'contained in', network)
    const routes = [{ destination: '0.0.0.0/0', target, state: 'active' }]
    const table = graph.add('AWS::EC2::RouteTable', `rtb-${name}`, null, { routes })
    graph.relate(table, 'associated with', subnet)
    graph.relate(table, 'contained in', network)
  }
  const add = (type: string, id: string, subnet: string) => {
    const added = graph.add(`AWS::${type}`, id, id)
    graph.relate(added, 'contained in', network)
    graph.relate(added, 'attached to', { type: 'AWS::EC2::Subnet', id: subnet })
    return added
  }
  const arrows = () => {
    const { edges, notDrawn } = networkView(graph.build())
    return [
      ...edges.flatMap(({ form, source, target }) => (form === 'egress' ? [`${bare(source)} to ${bare(target)}`] : [])),
      ...notDrawn.map(({ what, count }) => `${count} ${what}`),
    ]
  }
  return { graph, add, arrows }
}

describe('outbound connections', () => {
  test('lead through a firewall, a NAT gateway, and the internet gateway', () => {
    const { graph, add, arrows } = routed({ transit: 'vpce-1', inspected: 'nat-1', public: 'igw-1' })
    graph.relate(graph.add('AWS::EC2::NatGateway', 'nat-1', null), 'contained in', {
      type: 'AWS::EC2::Subnet',
      id: 'public',
    })
    const endpoint = add('EC2::VPCEndpoint', 'vpce-1', 'inspected')
    graph.relate(add('NetworkFirewall::Firewall', 'firewall', 'inspected'), 'attached to', endpoint)
    expect(arrows()).toEqual(['nat-1 to igw-1', 'transit to firewall', 'firewall to nat-1'])
  })

  test('have firewalls next to their subnets, without endpoints of firewalls among those of the VPC', () => {
    const { graph, add } = routed({ transit: 'vpce-1', inspected: 'nat-1', public: 'igw-1' })
    const network = {
      type: 'AWS::EC2::VPC',
      id: graph.build().resources.find(({ type }) => type === 'AWS::EC2::VPC')?.id ?? '',
    }
    const endpoint = add('EC2::VPCEndpoint', 'vpce-1', 'inspected')
    const firewall = add('NetworkFirewall::Firewall', 'firewall', 'inspected')
    graph.relate(firewall, 'attached to', endpoint)
    const others = ['vpce-2', 'acl'].map((id) =>
      graph.add(id === 'acl' ? 'AWS::EC2::NetworkAcl' : 'AWS::EC2::VPCEndpoint', id, id),
    )
    for (const resource of [endpoint, firewall, ...others]) graph.relate(resource, 'contained in', network)
    const headings = flattened(networkView(graph.build()).elements).flatMap(({ id, label }) =>
      id.startsWith(`category:AWS::EC2::VPC/${network.id}`) ? [label] : [],
    )
    expect(headings[0]).toBe('Firewalls (1)')
    expect(headings.filter((each) => each.includes('ndpoint'))).toEqual(['Endpoints (1)'])
  })

  test('lead through the endpoint of another appliance, whose subnet has servers too', () => {
    const { graph, add, arrows } = routed({ private: 'vpce-1', appliance: 'tgw-1' })
    graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub')
    add('EC2::VPCEndpoint', 'vpce-1', 'appliance')
    add('EC2::VPCEndpoint', 'vpce-logs', 'appliance')
    expect(arrows()).toEqual(['private to vpce-1', 'vpce-1 to tgw-1'])
    const server = graph.add('AWS::EC2::Instance', 'i-1', 'server')
    graph.relate(server, 'contained in', { type: 'AWS::EC2::Subnet', id: 'appliance' })
    expect(arrows().slice(0, 3)).toEqual(['appliance to tgw-1', 'private to vpce-1', 'vpce-1 to tgw-1'])
  })
})
