/** Resource graphs for the tests of diagrams: typical accounts, and accounts with problematic names. */
import type {
  Json,
  Relation,
  Resource,
  ResourceGraph,
  ResourceReference,
  TypeCoverage,
  Verb,
} from '../../graph/resource-graph.ts'

const vpc = 'AWS::EC2::VPC'
const subnet = 'AWS::EC2::Subnet'
const gateway = 'AWS::EC2::InternetGateway'
const nat = 'AWS::EC2::NatGateway'
const routeTable = 'AWS::EC2::RouteTable'
const securityGroup = 'AWS::EC2::SecurityGroup'
const instance = 'AWS::EC2::Instance'
const loadBalancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer'
const targetGroup = 'AWS::ElasticLoadBalancingV2::TargetGroup'
const database = 'AWS::RDS::DBInstance'
const cluster = 'AWS::RDS::DBCluster'
const lambda = 'AWS::Lambda::Function'
const bucket = 'AWS::S3::Bucket'

const countKeys: Readonly<Record<string, string>> = {
  [vpc]: 'networks',
  [subnet]: 'subnets',
  [gateway]: 'internetGateways',
  [nat]: 'natGateways',
  [routeTable]: 'routeTables',
  [securityGroup]: 'securityGroups',
  [instance]: 'computeInstances',
  [loadBalancer]: 'loadBalancers',
  [targetGroup]: 'targetGroups',
  [database]: 'databases',
  [cluster]: 'databaseClusters',
  [lambda]: 'functions',
  [bucket]: 'storageBuckets',
  // Without these types, it is unknown whether the internet can reach a VPC.
  'AWS::EC2::VPCBlockPublicAccessOptions': 'vpcBlockPublicAccessOptions',
  'AWS::EC2::VPCBlockPublicAccessExclusion': 'vpcBlockPublicAccessExclusions',
}

export type GraphBuilder = {
  add(
    type: string,
    id: string,
    name: string | null,
    properties?: Readonly<Record<string, Json>>,
    tags?: Readonly<Record<string, string>>,
  ): ResourceReference
  /** A resource that others reference and that couldn't be read. */
  addUnread(type: string, id: string, presence: 'external' | 'unknown'): ResourceReference
  /** `evidence`: the field that proves it, where that matters. */
  relate(source: ResourceReference, verb: Verb, target: ResourceReference, evidence?: string): void
  /** As a policy does. */
  permit(source: ResourceReference, verb: Verb, target: ResourceReference): void
  deny(type: string, status?: 'denied' | 'failed' | 'unavailable'): void
  build(alias?: string): ResourceGraph
}

export function graphBuilder(): GraphBuilder {
  const resources: Resource[] = []
  const relations: Relation[] = []
  const gaps = new Map<string, 'denied' | 'failed' | 'unavailable'>()
  const put = (resource: Resource): ResourceReference => {
    resources.push(resource)
    return { type: resource.type, id: resource.id }
  }
  return {
    add: (type, id, name, properties = {}, tags = {}) =>
      put({ type, id, name, properties, arn: null, presence: 'read', tags }),
    addUnread: (type, id, presence) => put({ type, id, name: null, properties: {}, arn: null, presence, tags: {} }),
    relate: (source, verb, target, evidence = 'test') => relations.push({ source, verb, target, evidence }),
    permit: (source, verb, target) => relations.push({ source, verb, target, evidence: 'test', basis: 'permitted' }),
    deny: (type, status = 'denied') => gaps.set(type, status),
    build: (alias = 'shop-production') => ({
      accountId: '123456789012',
      accountAlias: alias,
      region: 'eu-west-1',
      resources: resources.filter(({ type, presence }) => presence !== 'read' || !gaps.has(type)),
      relations,
      coverage: [...new Set([...Object.keys(countKeys), ...gaps.keys()])].map((type): TypeCoverage => {
        const countKey = countKeys[type] ?? type
        const status = gaps.get(type) ?? 'collected'
        const count = resources.filter((resource) => resource.type === type && resource.presence === 'read').length
        return {
          type,
          countKey,
          status,
          count: status === 'collected' ? count : null,
          calls: 1,
          retries: 0,
          durationMs: 5,
          reason: status === 'collected' ? null : `Reading was ${status}`,
          action: status === 'denied' ? 'service:Describe' : null,
          deniedBy: null,
          statement: null,
        }
      }),
    }),
  }
}

type NetworkSize = {
  readonly zones: readonly string[]
  readonly webPerZone: number
  readonly appPerZone: number
}

/**
 * Public, application, and data subnets in every Availability Zone, a load balancer, NAT gateways, and a database with
 * its standby.
 */
export function addThreeTierNetwork(graph: GraphBuilder, name: string, size: NetworkSize): ResourceReference {
  const network = graph.add(vpc, `vpc-${name}`, `${name}-network`, {
    cidrBlocks: ['10.20.0.0/16'],
    isDefault: false,
    state: 'available',
  })
  const internetGateway = graph.add(gateway, `igw-${name}`, `${name}-internet`)
  graph.relate(internetGateway, 'attached to', network)
  const webBalancer = graph.add(loadBalancer, `app/${name}-web/50dc6c495c0c9188`, `${name}-web`, {
    loadBalancerType: 'application',
    scheme: 'internet-facing',
    state: 'active',
    dnsName: `${name}-web.elb.example`,
  })
  const appBalancer = graph.add(loadBalancer, `net/${name}-app/2ddc6c495c0c9199`, `${name}-app`, {
    loadBalancerType: 'network',
    scheme: 'internal',
    state: 'active',
    dnsName: `${name}-app.elb.example`,
  })
  const groups = [webBalancer, appBalancer].map((balancer, position) => {
    const group = graph.add(targetGroup, `${name}-${position}/73e2d6bc24d8a067`, `${name}-targets-${position}`, {
      protocol: position === 0 ? 'HTTP' : 'TCP',
      port: 8080,
      targetType: 'instance',
    })
    graph.relate(balancer, 'contained in', network)
    graph.relate(group, 'associated with', balancer)
    graph.relate(group, 'contained in', network)
    return group
  })
  const publicRoutes = graph.add(routeTable, `rtb-${name}-public`, `${name}-public`, {
    main: false,
    routes: [
      { destination: '10.20.0.0/16', target: 'local', state: 'active' },
      { destination: '0.0.0.0/0', target: internetGateway.id, state: 'active' },
    ],
  })
  const mainRoutes = graph.add(routeTable, `rtb-${name}-main`, null, {
    main: true,
    routes: [{ destination: '10.20.0.0/16', target: 'local', state: 'active' }],
  })
  for (const table of [publicRoutes, mainRoutes]) graph.relate(table, 'contained in', network)
  for (const role of ['web', 'app', 'data']) {
    graph.relate(graph.add(securityGroup, `sg-${name}-${role}`, `${name}-${role}`), 'contained in', network)
  }

  const dataSubnets: ResourceReference[] = []
  for (const [position, zone] of size.zones.entries()) {
    const letter = zone.slice(-1)
    const addSubnet = (tier: string, third: number): ResourceReference => {
      const added = graph.add(subnet, `subnet-${name}-${tier}-${letter}`, `${name}-${tier}-${letter}`, {
        cidrBlock: `10.20.${third + position}.0/24`,
        availabilityZone: zone,
        mapPublicIpOnLaunch: tier === 'public',
      })
      graph.relate(added, 'contained in', network)
      return added
    }
    const [open, app, data] = [addSubnet('public', 0), addSubnet('app', 10), addSubnet('data', 20)]
    dataSubnets.push(data)
    graph.relate(publicRoutes, 'associated with', open)
    for (const balancer of [webBalancer, appBalancer]) graph.relate(balancer, 'attached to', open)
    const natGateway = graph.add(nat, `nat-${name}-${letter}`, `${name}-nat-${letter}`, {
      state: 'available',
      connectivityType: 'public',
      publicIpAddresses: [`203.0.113.${position + 1}`],
    })
    graph.relate(natGateway, 'contained in', open)
    const privateRoutes = graph.add(routeTable, `rtb-${name}-${letter}`, `${name}-app-${letter}`, {
      main: false,
      routes: [{ destination: '0.0.0.0/0', target: natGateway.id, state: 'active' }],
    })
    graph.relate(privateRoutes, 'contained in', network)
    graph.relate(privateRoutes, 'associated with', app)
    graph.relate(privateRoutes, 'routes to', natGateway)
    const addInstances = (role: string, count: number, group: ResourceReference): void => {
      for (let number = 0; number < count; number++) {
        const added = graph.add(
          instance,
          `i-${name}-${role}-${letter}-${number}`,
          `${name}-${role}-${letter}-0${number}`,
          {
            instanceType: role === 'web' ? 't3.medium' : 'm6i.large',
            state: 'running',
            availabilityZone: zone,
            privateIpAddress: `10.20.${10 + position}.${10 + number}`,
          },
        )
        graph.relate(added, 'contained in', app)
        graph.relate(group, 'routes to', added)
      }
    }
    addInstances('web', size.webPerZone, groups[0] as ResourceReference)
    addInstances('app', size.appPerZone, groups[1] as ResourceReference)
  }

  const aurora = graph.add(cluster, `${name}-orders`, `${name}-orders`, {
    engine: 'aurora-postgresql',
    engineVersion: '16.4',
    status: 'available',
    multiAz: true,
  })
  for (const [position, zone] of size.zones.slice(0, 2).entries()) {
    const added = graph.add(database, `${name}-orders-${position + 1}`, `${name}-orders-${position + 1}`, {
      engine: 'aurora-postgresql',
      engineVersion: '16.4',
      instanceClass: 'db.r6g.large',
      status: 'available',
      availabilityZone: zone,
      multiAz: false,
    })
    graph.relate(added, 'contained in', network)
    graph.relate(added, 'contained in', aurora)
    for (const each of dataSubnets) graph.relate(added, 'attached to', each)
  }
  return network
}

const threeZones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']

function addServices(graph: GraphBuilder, functions: number, buckets: number): void {
  const names = ['checkout', 'orders', 'images', 'mail', 'search', 'billing', 'audit']
  for (let number = 0; number < functions; number++) {
    graph.add(
      lambda,
      `${names[number % names.length]}-worker-${number}`,
      `${names[number % names.length]}-worker-${number}`,
      {
        runtime: 'nodejs22.x',
        memorySizeMb: 512,
        timeoutSeconds: 30,
      },
    )
  }
  for (let number = 0; number < buckets; number++) {
    const name = `shop-${names[number % names.length]}-${number}`
    graph.add(bucket, name, name, { creationDate: '2024-02-03T04:05:06Z' })
  }
}

/** About 60 resources. */
export function threeTierGraph(): ResourceGraph {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones: threeZones, webPerZone: 2, appPerZone: 2 })
  addServices(graph, 5, 4)
  addDefaultNetwork(graph)
  const terminated = graph.add(instance, 'i-gone', 'gone', { state: 'terminated' })
  graph.relate(terminated, 'contained in', { type: subnet, id: 'subnet-shop-app-a' })
  return graph.build()
}

function addDefaultNetwork(graph: GraphBuilder): void {
  const network = graph.add(vpc, 'vpc-0d1e2f3a', null, { cidrBlocks: ['172.31.0.0/16'], isDefault: true })
  for (const zone of threeZones) {
    const added = graph.add(subnet, `subnet-default-${zone}`, null, {
      availabilityZone: zone,
      cidrBlock: '172.31.0.0/20',
    })
    graph.relate(added, 'contained in', network)
  }
}

export function emptyGraph(): ResourceGraph {
  return graphBuilder().build('empty')
}

/** The account of `threeTierGraph` with several types that couldn't be read. */
export function deniedGraph(denied: readonly string[] = [database, bucket, nat]): ResourceGraph {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones: threeZones, webPerZone: 1, appPerZone: 2 })
  addServices(graph, 5, 4)
  for (const type of denied) graph.deny(type)
  graph.deny(cluster, 'failed')
  const elsewhere = graph.addUnread(instance, 'i-0123456789abcdef0', 'external')
  graph.relate({ type: targetGroup, id: 'shop-0/73e2d6bc24d8a067' }, 'routes to', elsewhere)
  return graph.build()
}

/**
 * Gateways, instances, and functions couldn't be read. Only references to them are known, in routes and target groups.
 */
export function unreadTargetsGraph({ appPerZone = 1 } = {}): ResourceGraph {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones: threeZones.slice(0, 1), webPerZone: 0, appPerZone })
  const [network, web] = [
    { type: vpc, id: 'vpc-shop' },
    { type: loadBalancer, id: 'app/shop-web/50dc6c495c0c9188' },
  ]
  const webhook = graph.add(targetGroup, 'webhook/6d0ecf831eec9f09', 'webhook', { targetType: 'lambda' })
  graph.relate(webhook, 'contained in', network)
  graph.relate(webhook, 'associated with', web)
  graph.relate(webhook, 'routes to', graph.addUnread(lambda, 'checkout', 'unknown'))
  for (const type of [nat, instance, lambda]) graph.deny(type)
  graph.addUnread(nat, 'nat-shop-a', 'unknown')
  for (let number = 0; number < appPerZone; number++) graph.addUnread(instance, `i-shop-app-a-${number}`, 'unknown')
  return graph.build()
}

/** Subnets couldn't be read. Only their IDs are known, from the instances in them. */
export function unknownSubnetsGraph(): ResourceGraph {
  const graph = graphBuilder()
  for (let number = 0; number < 6; number++) {
    const added = graph.add(instance, `i-${number}`, `worker-${number}`, {
      instanceType: 't3.small',
      state: number === 3 ? 'stopped' : 'running',
      availabilityZone: threeZones[number % 3] ?? '',
    })
    graph.relate(added, 'contained in', { type: subnet, id: `subnet-${number % 3}` })
  }
  for (const number of [0, 1, 2]) graph.addUnread(subnet, `subnet-${number}`, 'unknown')
  graph.deny(subnet)
  graph.deny(vpc)
  return graph.build()
}

/** `networkCount` VPCs with three tiers, and `perZone` instances of each of two roles in every Availability Zone. */
export function largeGraph(networkCount: number, perZone: number, services = 100): ResourceGraph {
  const graph = graphBuilder()
  for (let number = 0; number < networkCount; number++) {
    addThreeTierNetwork(graph, `unit${number}`, {
      zones: number % 3 === 2 ? threeZones.slice(0, 2) : threeZones,
      webPerZone: perZone,
      appPerZone: perZone + (number % 4) * 3,
    })
  }
  addServices(graph, services, services)
  addDefaultNetwork(graph)
  return graph.build()
}

export const hostileNames: readonly string[] = [
  '<script>alert(1)</script>',
  '"quotes" & \'apostrophes\'',
  'two\nlines\r\nand\ttabs',
  'control\u0000\u0007\u001B[31m characters',
  'half of a pair \uD83D and \uDE00',
  'x'.repeat(255),
  'Ünïcödé Größe 名前 データベース',
  '👩‍👩‍👧‍👦 family 🚀 rocket 🇪🇺',
  'خادم الويب الرئيسي',
  '\u202Egnp.exe spoofed\u2066',
  '',
  '   ',
  ']]></style><svg onload=alert(1)>',
  'end; click n0 href "javascript:alert(1)" %%{init}%%',
  '--> subgraph #quot; `code` $x$ {{a}}',
  '\uFFFE\uFFFF not characters',
]

export function hostileGraph(): ResourceGraph {
  const graph = graphBuilder()
  const [first = ''] = hostileNames
  const network = graph.add(vpc, 'vpc-1', first, { cidrBlocks: [first] })
  const inside = graph.add(subnet, 'subnet-1', hostileNames[5] ?? '', { availabilityZone: hostileNames[7] ?? '' })
  graph.relate(inside, 'contained in', network)
  for (const [number, name] of hostileNames.entries()) {
    const parent = graph.add(subnet, `subnet-${number + 2}`, name, {
      availabilityZone: `zone-${number % 2}`,
      cidrBlock: name,
    })
    graph.relate(parent, 'contained in', network)
    graph.relate(
      graph.add(instance, `i-${number}`, name, { instanceType: name, state: 'running' }),
      'contained in',
      parent,
    )
    graph.add(bucket, `${number}${name}`, name)
  }
  return graph.build(first)
}
