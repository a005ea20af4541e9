/** A small shop in one VPC, and plans for it, for tests. */
import { graphBuilder } from '../../src/diagram/testing/sample-graphs.ts'
import { compareText, type GraphIndex, indexGraph } from '../../src/graph/graph-index.ts'
import type { Json, ResourceGraph } from '../../src/graph/resource-graph.ts'
import { everyResourceType } from '../../src/resource-types/look-ups.ts'

export const account = '123456789012'
export const region = 'eu-west-1'
export const anywhere = '0.0.0.0/0'

export const arnOf = (service: string, resource: string) => `arn:aws:${service}:${region}:${account}:${resource}`

const everything = (cidrBlock: string, rule: number) => ({
  rule,
  action: 'allow',
  protocol: '-1',
  cidrBlock,
  fromPort: null,
  toPort: null,
  icmpType: null,
  icmpCode: null,
})

const inbound = (source: string, port: number) => ({ protocol: 'tcp', fromPort: port, toPort: port, source })
const outbound = { protocol: '-1', fromPort: null, toPort: null, destination: anywhere }

/**
 * The internet reaches `web` on 443, which reaches the database `orders` on 5432. The database is publicly accessible,
 * but its security group only allows `web`. The queue `jobs` and the bucket `assets` are private.
 */
export function shopGraph(): ResourceGraph {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop', { cidrBlocks: ['10.0.0.0/16'] })
  const gateway = graph.add('AWS::EC2::InternetGateway', 'igw-1', 'shop')
  graph.relate(gateway, 'attached to', vpc)
  const local = { destination: '10.0.0.0/16', target: 'local', state: 'active', propagated: false }
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', 'public', {
    main: true,
    routes: [{ destination: anywhere, target: 'igw-1', state: 'active', propagated: false }, local],
  })
  graph.relate(table, 'contained in', vpc)
  graph.relate(table, 'routes to', gateway)
  const both = [everything(anywhere, 100), everything('::/0', 101)]
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', null, { isDefault: true, ingress: both, egress: both })
  graph.relate(acl, 'contained in', vpc)
  const subnets = ['a', 'b'].map((zone, place) => {
    const subnet = graph.add('AWS::EC2::Subnet', `subnet-${zone}`, `public-${zone}`, {
      cidrBlock: `10.0.${place}.0/24`,
      availabilityZone: `eu-west-1${zone}`,
      mapPublicIpOnLaunch: zone === 'a',
    })
    graph.relate(subnet, 'contained in', vpc)
    graph.relate(acl, 'associated with', subnet)
    return subnet
  })
  const [first = vpc, second = vpc] = subnets
  const group = (id: string, name: string, ingress: readonly Json[]) => {
    const added = graph.add('AWS::EC2::SecurityGroup', id, name, { description: name, ingress, egress: [outbound] })
    graph.relate(added, 'contained in', vpc)
    return added
  }
  const webGroup = group('sg-web', 'web', [inbound(anywhere, 443)])
  const databaseGroup = group('sg-orders', 'orders', [inbound('sg-web', 5432)])
  graph.relate(databaseGroup, 'allows traffic from', webGroup)

  const web = graph.add('AWS::EC2::Instance', 'i-web', 'web', {
    state: 'running',
    instanceType: 'm7g.large',
    privateIpAddress: '10.0.0.10',
    publicIpAddress: '203.0.113.10',
  })
  const batch = graph.add('AWS::EC2::Instance', 'i-batch', 'batch', { state: 'running', privateIpAddress: '10.0.1.20' })
  const place = (instance: typeof web, subnet: typeof vpc, address: string, publicAddress: string | null) => {
    const at = graph.add('AWS::EC2::NetworkInterface', `eni-${instance.id}`, null, {
      privateIpAddress: address,
      privateIpAddresses: [{ privateIpAddress: address, publicIpAddress: publicAddress }],
      publicIpAddress: publicAddress,
      ipv6Addresses: [],
      sourceDestCheck: true,
    })
    graph.relate(at, 'attached to', instance)
    for (const each of [instance, at]) graph.relate(each, 'contained in', subnet)
    return at
  }
  const [webInterface, batchInterface] = [
    place(web, first, '10.0.0.10', '203.0.113.10'),
    place(batch, second, '10.0.1.20', null),
  ]
  for (const each of [web, webInterface]) graph.relate(each, 'associated with', webGroup)
  for (const each of [batch, batchInterface]) graph.relate(each, 'associated with', databaseGroup)

  const subnetGroup = graph.add('AWS::RDS::DBSubnetGroup', 'shop', 'shop')
  for (const subnet of subnets) graph.relate(subnetGroup, 'associated with', subnet)
  const database = graph.add('AWS::RDS::DBInstance', 'orders', 'orders', { publiclyAccessible: true, port: 5432 })
  for (const subnet of subnets) graph.relate(database, 'attached to', subnet)
  graph.relate(database, 'associated with', subnetGroup)
  graph.relate(database, 'associated with', databaseGroup)
  graph.add('AWS::SQS::Queue', 'jobs', 'jobs', { policyGrants: [] })
  graph.add('AWS::S3::Bucket', 'assets', 'assets', {
    publicAccessBlocked: true,
    publicByPolicy: false,
    publicByAcl: false,
  })
  return withEverythingRead(withArns(graph.build()))
}

function withEverythingRead(graph: ResourceGraph): ResourceGraph {
  const [sample] = graph.coverage
  if (sample === undefined) throw new Error('The sample has no coverage')
  const coverage = everyResourceType.map(({ type }) => ({ ...sample, type, countKey: type }))
  return { ...graph, coverage: coverage.toSorted((a, b) => compareText(a.type, b.type)) }
}

/** As in scans, most resources have ARNs. */
function withArns(graph: ResourceGraph): ResourceGraph {
  const services: Readonly<Record<string, string>> = {
    'AWS::EC2::SecurityGroup': 'ec2:security-group/',
    'AWS::EC2::Subnet': 'ec2:subnet/',
    'AWS::RDS::DBInstance': 'rds:db:',
    'AWS::SQS::Queue': 'sqs:',
  }
  return {
    ...graph,
    resources: graph.resources.map((resource) => {
      const [service, ...rest] = (services[resource.type] ?? '').split(':')
      return service === '' || service === undefined
        ? resource
        : { ...resource, arn: arnOf(service, `${rest.join(':')}${resource.id}`) }
    }),
  }
}

export function shop(): GraphIndex {
  return indexGraph(shopGraph())
}

type Fields = Readonly<Record<string, unknown>>

export type SampleChange = {
  readonly before?: Fields | null
  readonly after?: Fields | null
  readonly unknown?: Fields
  readonly sensitive?: Fields
  /** Default: what the values show. */
  readonly actions?: readonly string[]
}

const typeIn = (address: string) => /(?:^|\.)(aws_\w+)\./u.exec(address)?.[1] ?? address.split('.')[0] ?? ''

function actionsOf({ before = null, after = null, unknown }: SampleChange): readonly string[] {
  if (before === null) return ['create']
  if (after === null) return ['delete']
  return JSON.stringify(before) === JSON.stringify(after) && unknown === undefined ? ['no-op'] : ['update']
}

function entry(address: string, change: SampleChange): Fields {
  const { before = null, after = null, unknown = {}, sensitive = {} } = change
  return {
    address,
    mode: 'managed',
    type: typeIn(address),
    name: address.split('.').at(-1),
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: {
      actions: change.actions ?? actionsOf(change),
      before,
      after,
      after_unknown: unknown,
      before_sensitive: before === null ? false : sensitive,
      after_sensitive: after === null ? false : sensitive,
    },
  }
}

/** `configuration`: expressions of resources by address. */
export function terraformPlan(
  changes: Readonly<Record<string, SampleChange>>,
  more: {
    readonly state?: Readonly<Record<string, Fields>>
    readonly drift?: Readonly<Record<string, SampleChange>>
    readonly configuration?: Readonly<Record<string, Fields>>
    readonly document?: Fields
  } = {},
): Fields {
  const { state = {}, drift = {}, configuration = {}, document = {} } = more
  return {
    format_version: '1.2',
    terraform_version: '1.13.3',
    resource_changes: Object.entries(changes).map(([address, change]) => entry(address, change)),
    resource_drift: Object.entries(drift).map(([address, change]) => entry(address, change)),
    prior_state: {
      format_version: '1.0',
      values: {
        root_module: {
          resources: Object.entries(state).map(([address, values]) => ({
            address,
            mode: 'managed',
            type: typeIn(address),
            provider_name: 'registry.terraform.io/hashicorp/aws',
            values,
          })),
        },
      },
    },
    configuration: {
      root_module: {
        resources: Object.entries(configuration).map(([address, expressions]) => ({ address, expressions })),
      },
    },
    ...document,
  }
}

/** An expression that refers to others, as Terraform lists them: `a.b.id`, then `a.b`. */
export function refersTo(...names: readonly string[]): Fields {
  const all = names.flatMap((name) => {
    const resource = /^[\w-]+\.[\w-]+/u.exec(name)?.[0] ?? name
    return resource === name ? [name] : [name, resource]
  })
  return { references: all }
}
