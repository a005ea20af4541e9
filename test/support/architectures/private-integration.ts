/**
 * HTTP APIs that reach services of ECS on Fargate through a VPC link: one by a service of Cloud Map without a load balancer, one by the listener of an internal
 * load balancer. The topology of "Integrating HTTP APIs with AWS Cloud Map and Amazon ECS services" (AWS architecture blog).
 */
import type { RegionData } from '../../../src/simulated/world.ts'
import { arn, from, group, networkInterface, region, vpc, zone } from './network-parts.ts'

const balancer = arn('elasticloadbalancing', 'loadbalancer/app/inner/1111111111111111')
const listener = `${balancer.replace('loadbalancer/', 'listener/')}/3333333333333333`
const targetGroup = arn('elasticloadbalancing', 'targetgroup/billing/2222222222222222')
const cluster = arn('ecs', 'cluster/devices')
const discovery = arn('servicediscovery', 'service/srv-readings')

const taskInterface = (name: string, address: string) =>
  networkInterface(
    name,
    { vpc: 'devices', subnet: 'tasks', address, groups: ['tasks'] },
    { Description: arn('ecs', `attachment/${name}`), RequesterManaged: true },
  )
const api = (ApiId: string, Name: string, DisableExecuteApiEndpoint: boolean) => ({
  ApiId,
  Name,
  ProtocolType: 'HTTP' as const,
  ApiEndpoint: `https://${ApiId}.execute-api.${region}.amazonaws.com`,
  RouteSelectionExpression: '$request.method $request.path',
  DisableExecuteApiEndpoint,
})
const privateIntegration = (IntegrationId: string, IntegrationUri: string, ConnectionId = 'link01') => ({
  IntegrationId,
  IntegrationType: 'HTTP_PROXY' as const,
  IntegrationMethod: 'ANY',
  ConnectionType: 'VPC_LINK' as const,
  ConnectionId,
  IntegrationUri,
})
const service = (name: string, more: object) => ({
  serviceName: name,
  serviceArn: arn('ecs', `service/devices/${name}`),
  clusterArn: cluster,
  status: 'ACTIVE',
  launchType: 'FARGATE' as const,
  networkConfiguration: {
    awsvpcConfiguration: {
      subnets: ['subnet-tasks'],
      securityGroups: ['sg-tasks'],
      assignPublicIp: 'DISABLED' as const,
    },
  },
  ...more,
})

export const privateIntegrations: RegionData = {
  ec2: {
    ...vpc('devices', '10.0.0.0/16', {
      links: { cidr: '10.0.0.0/24', routes: {} },
      tasks: { cidr: '10.0.1.0/24', routes: {} },
    }),
    networkInterfaces: [
      networkInterface(
        'link',
        { vpc: 'devices', subnet: 'links', address: '10.0.0.10', groups: ['link'] },
        { InterfaceType: 'api_gateway_managed', RequesterManaged: true },
      ),
      networkInterface(
        'inner',
        { vpc: 'devices', subnet: 'links', address: '10.0.0.20', groups: ['inner'] },
        { Description: 'ELB app/inner/1111111111111111', RequesterManaged: true },
      ),
      taskInterface('readings', '10.0.1.10'),
      taskInterface('billing', '10.0.1.20'),
    ],
    securityGroups: [
      group('link', 'devices'),
      group('inner', 'devices', from(80, 'sg-link')),
      // The rule for the VPC link has another port than the service of Cloud Map.
      group('tasks', 'devices', from(8080, 'sg-inner'), from(9090, 'sg-link')),
    ],
  },
  apiGatewayV2: {
    apis: [api('readings01', 'readings', false), api('billing01', 'billing', true), api('draft01', 'draft', false)],
    // A draft was never deployed: it has no stage.
    stages: {
      readings01: [{ StageName: '$default', AutoDeploy: true }],
      billing01: [{ StageName: '$default', AutoDeploy: true }],
      draft01: [],
    },
    routes: {
      readings01: [
        { RouteKey: 'GET /readings', AuthorizationType: 'JWT', Target: 'integrations/readings' },
        { RouteKey: 'POST /readings', AuthorizationType: 'AWS_IAM', Target: 'integrations/readings' },
      ],
      billing01: [{ RouteKey: '$default', AuthorizationType: 'NONE', Target: 'integrations/billing' }],
      draft01: [{ RouteKey: '$default', AuthorizationType: 'NONE', Target: 'integrations/billing' }],
    },
    integrations: {
      readings01: [privateIntegration('readings', `${discovery}?stage=prod`)],
      billing01: [privateIntegration('billing', listener)],
      draft01: [privateIntegration('billing', listener, 'link-gone')],
    },
    vpcLinks: [
      {
        VpcLinkId: 'link01',
        Name: 'devices',
        VpcLinkStatus: 'AVAILABLE',
        VpcLinkVersion: 'V2',
        SubnetIds: ['subnet-links'],
        SecurityGroupIds: ['sg-link'],
      },
    ],
  },
  elasticLoadBalancingV2: {
    loadBalancers: [
      {
        LoadBalancerArn: balancer,
        LoadBalancerName: 'inner',
        DNSName: `internal-inner-1.${region}.elb.amazonaws.com`,
        Scheme: 'internal',
        Type: 'application',
        VpcId: 'vpc-devices',
        IpAddressType: 'ipv4',
        State: { Code: 'active' },
        AvailabilityZones: [{ ZoneName: zone, SubnetId: 'subnet-links' }],
        SecurityGroups: ['sg-inner'],
      },
    ],
    listeners: [
      {
        ListenerArn: listener,
        LoadBalancerArn: balancer,
        Port: 80,
        Protocol: 'HTTP',
        DefaultActions: [{ Type: 'forward', TargetGroupArn: targetGroup }],
      },
    ],
    targetGroups: [
      {
        TargetGroupArn: targetGroup,
        TargetGroupName: 'billing',
        Protocol: 'HTTP',
        Port: 8080,
        VpcId: 'vpc-devices',
        TargetType: 'ip',
        LoadBalancerArns: [balancer],
      },
    ],
    targetHealth: {
      [targetGroup]: [
        { Target: { Id: '10.0.1.20', Port: 8080, AvailabilityZone: zone }, TargetHealth: { State: 'healthy' } },
      ],
    },
  },
  ecs: {
    clusters: [{ clusterArn: cluster, clusterName: 'devices', status: 'ACTIVE' }],
    services: [
      service('readings', { serviceRegistries: [{ registryArn: discovery }] }),
      service('billing', {
        loadBalancers: [{ targetGroupArn: targetGroup, containerName: 'app', containerPort: 8080 }],
      }),
    ],
  },
  serviceDiscovery: {
    namespaces: [
      { Id: 'ns-devices', Arn: arn('servicediscovery', 'namespace/ns-devices'), Name: 'devices', Type: 'DNS_PRIVATE' },
    ],
    services: { 'ns-devices': [{ Id: 'srv-readings', Arn: discovery, Name: 'readings', Type: 'DNS_HTTP' }] },
  },
}
