/**
 * Services of ECS on Fargate that find each other by names: a public load balancer, a frontend, and backends in private subnets. The topology of the
 * three services of the ECS workshop of AWS, with Cloud Map for two backends, and Service Connect for two others.
 */
import type { Deployment, Service, ServiceConnectConfiguration, TaskDefinition } from '@aws-sdk/client-ecs'
import type { RegionData } from '../../../src/simulated/world.ts'
import { arn, from, group, networkInterface, publicBalancer, vpc, zone } from './network-parts.ts'

const internet = '0.0.0.0/0'
const balancer = arn('elasticloadbalancing', 'loadbalancer/app/shop/1111111111111111')
const targetGroup = arn('elasticloadbalancing', 'targetgroup/frontend/2222222222222222')
const cluster = arn('ecs', 'cluster/shop')
const namespaceArn = arn('servicediscovery', 'namespace/ns-local')
const discoveryArn = (name: string) => arn('servicediscovery', `service/srv-${name}`)
const taskArn = (name: string) => arn('ecs', `task-definition/${name}:1`)

const task = (name: string, environment: Readonly<Record<string, string>> = {}): TaskDefinition => ({
  taskDefinitionArn: taskArn(name),
  family: name,
  revision: 1,
  status: 'ACTIVE',
  networkMode: 'awsvpc',
  requiresCompatibilities: ['FARGATE'],
  containerDefinitions: [
    {
      name: 'app',
      image: `public.ecr.aws/example/${name}:1`,
      environment: Object.entries(environment).map(([key, value]) => ({ name: key, value })),
    },
  ],
})

const service = (name: string, more: Partial<Service> = {}): Service => ({
  serviceName: name,
  serviceArn: arn('ecs', `service/shop/${name}`),
  clusterArn: cluster,
  status: 'ACTIVE',
  launchType: 'FARGATE',
  taskDefinition: taskArn(name),
  networkConfiguration: {
    awsvpcConfiguration: {
      subnets: ['subnet-private'],
      securityGroups: [name === 'frontend' ? 'sg-frontend' : 'sg-backend'],
      assignPublicIp: 'DISABLED',
    },
  },
  ...more,
})

/** AWS returns the namespace by its ARN. */
const connected = (
  configuration: Partial<ServiceConnectConfiguration>,
  more: Partial<Deployment> = {},
): Deployment => ({
  id: 'ecs-svc/1',
  status: 'PRIMARY',
  serviceConnectConfiguration: { enabled: true, namespace: namespaceArn, ...configuration },
  ...more,
})

const taskInterface = (name: string, address: string) =>
  networkInterface(
    name,
    { vpc: 'shop', subnet: 'private', address, groups: [name === 'frontend' ? 'frontend' : 'backend'] },
    { Description: arn('ecs', `attachment/${name}`), RequesterManaged: true },
  )

export const serviceDiscovery: RegionData = {
  ec2: {
    ...vpc('shop', '10.0.0.0/16', {
      public: { cidr: '10.0.0.0/24', routes: { [internet]: 'igw-shop' } },
      private: { cidr: '10.0.1.0/24', routes: { [internet]: 'nat-shop' } },
    }),
    networkInterfaces: [
      networkInterface(
        'balancer',
        { vpc: 'shop', subnet: 'public', address: '10.0.0.10', groups: ['balancer'] },
        {
          Description: 'ELB app/shop/1111111111111111',
          RequesterManaged: true,
          Association: { PublicIp: '198.51.100.10' },
        },
      ),
      networkInterface(
        'nat',
        { vpc: 'shop', subnet: 'public', address: '10.0.0.20' },
        { InterfaceType: 'natGateway', RequesterManaged: true, Association: { PublicIp: '198.51.100.20' } },
      ),
      taskInterface('frontend', '10.0.1.10'),
      taskInterface('greeter', '10.0.1.20'),
      taskInterface('clock', '10.0.1.30'),
      taskInterface('ratings', '10.0.1.40'),
    ],
    internetGateways: [{ InternetGatewayId: 'igw-shop', Attachments: [{ VpcId: 'vpc-shop', State: 'attached' }] }],
    natGateways: [
      {
        NatGatewayId: 'nat-shop',
        VpcId: 'vpc-shop',
        SubnetId: 'subnet-public',
        State: 'available',
        ConnectivityType: 'public',
        NatGatewayAddresses: [
          {
            NetworkInterfaceId: 'eni-nat',
            PrivateIp: '10.0.0.20',
            PublicIp: '198.51.100.20',
            AllocationId: 'eipalloc-1',
          },
        ],
      },
    ],
    securityGroups: [
      group('balancer', 'shop', from(80, internet)),
      group('frontend', 'shop', from(3000, 'sg-balancer')),
      group('backend', 'shop', from(3000, 'sg-frontend')),
    ],
  },
  elasticLoadBalancingV2: {
    ...publicBalancer(
      balancer,
      { vpc: 'shop', subnet: 'public', group: 'balancer' },
      { Port: 80, Protocol: 'HTTP' },
      targetGroup,
    ),
    targetGroups: [
      {
        TargetGroupArn: targetGroup,
        TargetGroupName: 'frontend',
        Protocol: 'HTTP',
        Port: 3000,
        VpcId: 'vpc-shop',
        TargetType: 'ip',
        LoadBalancerArns: [balancer],
      },
    ],
    targetHealth: {
      [targetGroup]: [
        { Target: { Id: '10.0.1.10', Port: 3000, AvailabilityZone: zone }, TargetHealth: { State: 'healthy' } },
      ],
    },
  },
  ecs: {
    clusters: [{ clusterArn: cluster, clusterName: 'shop', status: 'ACTIVE' }],
    services: [
      service('frontend', {
        loadBalancers: [{ targetGroupArn: targetGroup, containerName: 'app', containerPort: 3000 }],
        deployments: [connected({})],
      }),
      service('greeter', { serviceRegistries: [{ registryArn: discoveryArn('greeter') }] }),
      service('clock', { serviceRegistries: [{ registryArn: discoveryArn('clock') }] }),
      service('ratings', {
        deployments: [
          connected(
            { services: [{ portName: 'http', discoveryName: 'ratings' }] },
            { serviceConnectResources: [{ discoveryName: 'ratings', discoveryArn: discoveryArn('ratings') }] },
          ),
        ],
      }),
      service('stars', {
        deployments: [connected({ services: [{ portName: 'http', clientAliases: [{ port: 80, dnsName: 'stars' }] }] })],
      }),
    ],
    taskDefinitions: [
      task('frontend', {
        GREETER_URL: 'http://greeter.service.local:3000',
        CLOCK_HOST: 'clock.service.local',
        RATINGS_URL: 'http://ratings.service.local:3000/v1',
        STARS_URL: 'http://stars',
        // A name that another account has, in a namespace that it shares, and one of no service.
        STOCK_URL: 'http://stock.shared.local',
        OTHERS_URL: 'http://others.service.local:3000',
      }),
      task('greeter'),
      task('clock'),
      task('ratings'),
      task('stars'),
    ],
  },
  serviceDiscovery: {
    namespaces: [
      { Id: 'ns-local', Arn: namespaceArn, Name: 'service.local', Type: 'DNS_PRIVATE' },
      { Id: 'ns-shared', ResourceOwner: '222222222222', Name: 'shared.local', Type: 'DNS_PRIVATE' },
    ],
    services: {
      'ns-shared': [{ Id: 'srv-stock', Name: 'stock', Type: 'DNS_HTTP' }],
      'ns-local': ['greeter', 'clock', 'ratings'].map((Name) => ({
        Id: `srv-${Name}`,
        Arn: discoveryArn(Name),
        Name,
        Type: Name === 'ratings' ? ('HTTP' as const) : ('DNS_HTTP' as const),
      })),
    },
  },
}
