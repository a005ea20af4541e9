/** Members that the full world leaves out, except booleans. Every item of a list gets them. */
import type { GlobalData, RegionData } from '../world.ts'
import { isPlainObject, mergeParts } from './merge-parts.ts'

type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: DeepPartial<Value[Name]> }
    : Value

/** By service and list. */
type Members<Data> = {
  readonly [Service in keyof Data]?: {
    readonly [List in keyof NonNullable<Data[Service]>]?: NonNullable<
      NonNullable<Data[Service]>[List]
    > extends readonly (infer Item)[]
      ? DeepPartial<Item>
      : never
  }
}

const ofRegion: Members<RegionData> = {
  apiGateway: { restApis: { securityPolicy: 'TLS_1_2' }, vpcLinks: { description: 'To the back office' } },
  apiGatewayV2: { apis: { Description: 'What the shop calls' } },
  athena: { workGroups: { Description: 'Reports' } },
  autoScaling: { autoScalingGroups: { LaunchConfigurationName: 'runners-2019' } },
  batch: { jobDefinitions: { platformCapabilities: ['FARGATE', 'EC2'] } },
  bedrockAgent: {
    agents: {
      orchestrationType: 'DEFAULT',
      agentCollaboration: 'SUPERVISOR',
      guardrailConfiguration: { guardrailIdentifier: 'a1b2c3d4e5f6' },
    },
  },
  cloudWatch: {
    metricAlarms: { AlarmDescription: 'Too many errors' },
    compositeAlarms: { AlarmDescription: 'The shop is down' },
  },
  cloudWatchLogs: { logGroups: { dataProtectionStatus: 'ACTIVATED' } },
  configService: {
    recorders: {
      servicePrincipal: 'securityhub.amazonaws.com',
      recordingGroup: { resourceTypes: ['AWS::S3::Bucket', 'AWS::EC2::Instance'] },
    },
  },
  directConnect: { connections: { vlan: 101, partnerName: 'Interconnections', lagId: 'dxlag-fg1a2b3c' } },
  dynamodb: { tables: { LocalSecondaryIndexes: [{ IndexName: 'by-price' }, { IndexName: 'by-day' }] } },
  ec2: {
    customerGateways: { DeviceName: 'router-1' },
    transitGateways: {
      Options: {
        PropagationDefaultRouteTableId: 'tgw-rtb-0a5aae4d8e903c02f',
        TransitGatewayCidrBlocks: ['10.99.1.0/24', '10.99.0.0/24'],
      },
    },
    vpcEndpointServices: { PrivateDnsName: 'payments.example' },
  },
  efs: { mountTargets: { Ipv6Address: '2001:db8::5' } },
  elasticBeanstalk: { environments: { EndpointURL: 'awseb-shop.us-east-1.elb.amazonaws.com' } },
  elasticLoadBalancingV2: {
    listeners: { AlpnPolicy: ['HTTP2Preferred'], MutualAuthentication: { Mode: 'passthrough' } },
  },
  eventBridge: {
    rules: { ManagedBy: 'ecs.amazonaws.com' },
  },
  glue: {
    crawlers: { Description: 'Reads sales', SchemaChangePolicy: { DeleteBehavior: 'LOG' } },
    jobs: { Description: 'Sums up sales' },
  },
  lambda: { eventSourceMappings: { MaximumBatchingWindowInSeconds: 5 } },
  lightsail: {
    relationalDatabases: { secondaryAvailabilityZone: 'us-east-1b' },
    instances: {
      ipv6Addresses: ['2001:db8::2', '2001:db8::1'],
      networking: {
        ports: [
          {
            protocol: 'tcp',
            fromPort: 443,
            toPort: 443,
            accessDirection: 'inbound',
            cidrs: ['0.0.0.0/0'],
            ipv6Cidrs: ['::/0'],
          },
          { protocol: 'tcp', fromPort: 22, toPort: 23, accessDirection: 'inbound', cidrs: ['10.0.0.0/8'] },
          { protocol: 'udp', fromPort: 53, toPort: 53, accessDirection: 'outbound', cidrs: ['0.0.0.0/0'] },
        ],
      },
    },
  },
  networkFirewall: {
    firewalls: { Firewall: { Description: 'For traffic to the internet' } },
    policies: { FirewallPolicyResponse: { Description: 'Allowed domains' } },
  },
  rds: {
    clusterSnapshots: { EngineVersion: '16.6' },
    subnetGroups: { SupportedNetworkTypes: ['IPV4', 'DUAL'] },
    globalClusters: { EngineVersion: '16.6', Endpoint: 'shop.global-a1b2c3.global.rds.amazonaws.com' },
  },
  secretsManager: {
    secrets: {
      RotationRules: { ScheduleExpression: 'rate(30 days)' },
      OwningService: 'rds',
      PrimaryRegion: 'eu-west-1',
    },
  },
  ssm: { parameters: { Description: 'Read at the start' } },
}

const global: Members<GlobalData> = {
  iam: { roles: { Description: 'What the shop may do' } },
  route53: {
    hostedZones: {
      Config: { Comment: 'For the shop' },
      LinkedService: { ServicePrincipal: 'servicediscovery.amazonaws.com' },
    },
  },
}

function withMembers(data: object, members: object): object {
  const added = new Map<string, unknown>(Object.entries(members))
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => {
      const more = added.get(name)
      if (more === undefined) return [name, value]
      if (Array.isArray(value)) return [name, value.map((item) => mergeParts([item, more]))]
      return [name, isPlainObject(value) && isPlainObject(more) ? withMembers(value, more) : value]
    }),
  )
}

export function withRareMembers(data: RegionData): RegionData {
  return withMembers(data, ofRegion)
}

export function withRareGlobalMembers(data: GlobalData): GlobalData {
  return withMembers(data, global)
}
