/** Compares what a plan is said to open and close with a scan of the account after it was applied. */
import type { Instance, NetworkAclEntry, SecurityGroup } from '@aws-sdk/client-ec2'
import { beforeAll, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { type GraphIndex, indexGraph } from '../../src/graph/graph-index.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { compareExposures, type ExposureComparison } from '../../src/meaning/exposure/compare-exposures.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { judgePlan } from '../../src/meaning/plan/judge-plan.ts'
import { readPlan } from '../../src/meaning/plan/read-plan.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { World } from '../../src/simulated/world.ts'
import { type SampleChange, terraformPlan } from '../support/sample-plans.ts'

const region = 'us-east-1'
const anywhere = '0.0.0.0/0'

async function scanOf(world: World): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world })
  try {
    return await scanSimulatedRegion(cloud, { region })
  } finally {
    await cloud.close()
  }
}

/** The services of the region, which a test may change. */
function servicesOf(world: World) {
  const services = world.accounts[0]?.regions[region]
  if (services?.ec2 === undefined) throw new Error('The world has no EC2')
  return { ...services, ec2: services.ec2 as Mutable<typeof services.ec2> }
}

type Services = ReturnType<typeof servicesOf>
type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends Date
    ? Value
    : Value extends object
      ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
      : Value

let before: GraphIndex
beforeAll(async () => {
  before = indexGraph(await scanOf(await loadWorld('three-tier')))
})

function idOf(type: string, name: string): string {
  const found = before.ofType(`AWS::${type}`).find((each) => each.name === name)
  if (found === undefined) throw new Error(`The world has no ${name}`)
  return found.id
}

const groupId = (name: string) => idOf('EC2::SecurityGroup', `storefront-${name}`)

function groupIn({ ec2 }: Services, name: string): SecurityGroup {
  const group = ec2.securityGroups?.find(({ GroupId }) => GroupId === groupId(name))
  if (group === undefined) throw new Error(`The world has no group ${name}`)
  return group
}

/** `opened web-1 tcp 8080 internet`, without IDs, which a plan doesn't know of new resources. */
function told(comparison: ExposureComparison): readonly string[] {
  return (['opened', 'closed', 'changed', 'unknown'] as const)
    .flatMap((kind) =>
      comparison[kind].map(({ resource, protocol, ports, from, by }) =>
        [kind, resource.type, resource.name, protocol, ports, from, by].join(' '),
      ),
    )
    .toSorted()
}

type Case = {
  readonly plan: () => Readonly<Record<string, SampleChange>>
  readonly apply: (services: Services) => void
  /** How many exposures open or close. */
  readonly count: number
}

const cases: Readonly<Record<string, Case>> = {
  'a rule that is removed': {
    plan: () => ({
      'aws_security_group_rule.web': {
        before: {
          type: 'ingress',
          protocol: 'tcp',
          from_port: 8080,
          to_port: 8080,
          security_group_id: groupId('web'),
          source_security_group_id: groupId('public-alb'),
        },
      },
    }),
    apply: (services) => void (groupIn(services, 'web').IpPermissions = []),
    count: 6,
  },
  'a port of the load balancer that is limited': {
    plan: () => ({
      'aws_vpc_security_group_ingress_rule.https': {
        before: {
          ip_protocol: 'tcp',
          from_port: 443,
          to_port: 443,
          cidr_ipv4: anywhere,
          security_group_id: groupId('public-alb'),
        },
        after: {
          ip_protocol: 'tcp',
          from_port: 443,
          to_port: 443,
          cidr_ipv4: '198.51.100.0/24',
          security_group_id: groupId('public-alb'),
        },
      },
    }),
    apply: (services) => {
      for (const permission of groupIn(services, 'public-alb').IpPermissions ?? []) {
        if (permission.FromPort === 443) permission.IpRanges = [{ CidrIp: '198.51.100.0/24' }]
      }
    },
    count: 1,
  },
  'a route to the internet that is removed': {
    plan: () => ({
      'aws_route.out': {
        before: {
          route_table_id: idOf('EC2::RouteTable', 'storefront-public'),
          destination_cidr_block: anywhere,
          gateway_id: idOf('EC2::InternetGateway', 'storefront'),
        },
      },
    }),
    apply: ({ ec2 }) => {
      for (const table of ec2.routeTables ?? []) {
        table.Routes = table.Routes?.filter(
          ({ DestinationCidrBlock, GatewayId }) => DestinationCidrBlock !== anywhere || GatewayId === undefined,
        )
      }
    },
    count: 1,
  },
  'a network ACL entry that denies a port': {
    plan: () => ({
      'aws_network_acl_rule.deny': {
        after: {
          network_acl_id: before.ofType('AWS::EC2::NetworkAcl')[0]?.id,
          rule_number: 90,
          egress: false,
          protocol: 'tcp',
          rule_action: 'deny',
          cidr_block: anywhere,
          from_port: 443,
          to_port: 443,
        },
      },
    }),
    apply: ({ ec2 }) => {
      const entry: NetworkAclEntry = {
        RuleNumber: 90,
        Egress: false,
        Protocol: '6',
        RuleAction: 'deny',
        CidrBlock: anywhere,
        PortRange: { From: 443, To: 443 },
      }
      ec2.networkAcls?.[0]?.Entries?.push(entry)
    },
    count: 1,
  },
  'a load balancer with another security group': {
    plan: () => {
      const found = before
        .ofType('AWS::ElasticLoadBalancingV2::LoadBalancer')
        .find(({ name }) => name === 'storefront-public')
      const values = { arn: found?.arn, name: 'storefront-public', internal: false, load_balancer_type: 'application' }
      return {
        'aws_lb.public': {
          before: { ...values, security_groups: [groupId('public-alb')] },
          after: { ...values, security_groups: [groupId('worker')] },
        },
      }
    },
    apply: ({ elasticLoadBalancingV2: balancing }) => {
      for (const balancer of balancing?.loadBalancers ?? []) {
        if (balancer.LoadBalancerName === 'storefront-public') {
          Object.assign(balancer, { SecurityGroups: [groupId('worker')] })
        }
      }
    },
    count: 2,
  },
  'a database in public subnets, publicly accessible, with an open port': {
    plan: () => {
      const table = idOf('EC2::RouteTable', 'storefront-public')
      const subnets = before
        .ofType('AWS::EC2::Subnet')
        .filter(({ name }) => name?.startsWith('storefront-data') === true)
      const associations = subnets.map(({ id }, at): [string, SampleChange] => [
        `aws_route_table_association.a${at}`,
        { after: { route_table_id: table, subnet_id: id } },
      ])
      const database = { identifier: 'catalog', publicly_accessible: false }
      return {
        ...Object.fromEntries(associations),
        'aws_db_instance.catalog': { before: database, after: { ...database, publicly_accessible: true } },
        'aws_security_group_rule.open': {
          after: {
            type: 'ingress',
            protocol: 'tcp',
            from_port: 5432,
            to_port: 5432,
            cidr_blocks: [anywhere],
            security_group_id: groupId('database'),
          },
        },
      }
    },
    apply: (services) => {
      const data = new Set(
        before
          .ofType('AWS::EC2::Subnet')
          .flatMap(({ id, name }) => (name?.startsWith('storefront-data') === true ? [id] : [])),
      )
      for (const table of services.ec2.routeTables ?? []) {
        const kept = (table.Associations ?? []).filter(({ SubnetId: id }) => id === undefined || !data.has(id))
        const isPublic = table.RouteTableId === idOf('EC2::RouteTable', 'storefront-public')
        const added = isPublic ? [...data].map((SubnetId) => ({ SubnetId, Main: false })) : []
        table.Associations = [...kept, ...added] as typeof kept
      }
      groupIn(services, 'database').IpPermissions?.push({
        IpProtocol: 'tcp',
        FromPort: 5432,
        ToPort: 5432,
        IpRanges: [{ CidrIp: anywhere }],
      })
      for (const database of services.rds?.instances ?? []) {
        if (database.DBInstanceIdentifier === 'catalog') Object.assign(database, { PubliclyAccessible: true })
      }
    },
    count: 1,
  },
  'a new instance with a public address': {
    plan: () => ({
      'aws_instance.bastion': {
        after: {
          subnet_id: idOf('EC2::Subnet', 'storefront-public-a'),
          associate_public_ip_address: true,
          vpc_security_group_ids: [groupId('public-alb')],
          tags: { Name: 'bastion' },
        },
        unknown: { id: true },
      },
    }),
    apply: ({ ec2 }) => {
      const instance: Instance = {
        InstanceId: 'i-0123456789abcdef0',
        InstanceType: 't4g.small',
        State: { Code: 16, Name: 'running' },
        SubnetId: idOf('EC2::Subnet', 'storefront-public-a'),
        VpcId: idOf('EC2::VPC', 'storefront'),
        PublicIpAddress: '198.51.100.77',
        SecurityGroups: [{ GroupId: groupId('public-alb') }],
        Tags: [{ Key: 'Name', Value: 'bastion' }],
      }
      ec2.reservations?.push({ ReservationId: 'r-1', Instances: [instance] })
    },
    count: 1,
  },
  'an internet gateway that is deleted': {
    plan: () => ({ 'aws_internet_gateway.main': { before: { id: idOf('EC2::InternetGateway', 'storefront') } } }),
    apply: ({ ec2 }) => {
      ec2.internetGateways = []
      for (const table of ec2.routeTables ?? []) {
        for (const route of table.Routes ?? []) if (route.GatewayId?.startsWith('igw-')) route.State = 'blackhole'
      }
    },
    count: 2,
  },
}

test.each(Object.entries(cases))('%s', async (_name, { plan, apply, count }) => {
  const world = structuredClone(await loadWorld('three-tier'))
  apply(servicesOf(world))
  const after = indexGraph(await scanOf(world))
  const judgment = judgePlan(before, readPlan(terraformPlan(plan())))
  const expected = told(compareExposures(exposures(before), exposures(after)))
  expect(told(judgment.comparedExposures)).toEqual(expected)
  expect(expected.length).toBeGreaterThanOrEqual(count)
  expect(judgment.unknown).toEqual([])
})
