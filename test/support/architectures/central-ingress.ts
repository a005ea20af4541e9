/**
 * A load balancer for the internet in a VPC of its own, which reaches a service of a private EKS cluster through AWS PrivateLink. Both VPCs have the same
 * addresses, which only PrivateLink allows. The topology of "Implement a central ingress Application Load Balancer supporting private Amazon Elastic
 * Kubernetes Service VPCs" (AWS networking blog).
 */
import type { RegionData } from '../../../src/simulated/world.ts'
import { accountId, arn, from, group, networkInterface, region, server, together, vpc, zone } from './network-parts.ts'

const cidr = '10.0.0.0/16'
const publicBalancer = arn('elasticloadbalancing', 'loadbalancer/app/ingress/1111111111111111')
const innerBalancer = arn('elasticloadbalancing', 'loadbalancer/net/pods/2222222222222222')
const targets = (name: string) => arn('elasticloadbalancing', `targetgroup/${name}/3333333333333333`)
const serviceName = `com.amazonaws.vpce.${region}.vpce-svc-pods`

export const centralIngress: RegionData = {
  ec2: {
    ...together(
      vpc('ingress', cidr, {
        front: { cidr: '10.0.0.0/24', routes: { '0.0.0.0/0': 'igw-ingress' } },
        endpoints: { cidr: '10.0.1.0/24', routes: {} },
      }),
      vpc('cluster', cidr, { nodes: { cidr: '10.0.1.0/25', routes: {} } }),
    ),
    ...together(
      server('tool', { vpc: 'ingress', subnet: 'endpoints', address: '10.0.1.50', groups: ['tool'] }),
      server('node', { vpc: 'cluster', subnet: 'nodes', address: '10.0.1.40', groups: ['node'] }),
      {
        reservations: [],
        networkInterfaces: [
          networkInterface(
            'front',
            { vpc: 'ingress', subnet: 'front', address: '10.0.0.10', groups: ['front'] },
            {
              Description: 'ELB app/ingress/1111111111111111',
              RequesterManaged: true,
              Association: { PublicIp: '198.51.100.10' },
            },
          ),
          networkInterface(
            'endpoint',
            { vpc: 'ingress', subnet: 'endpoints', address: '10.0.1.20', groups: ['endpoint'] },
            { InterfaceType: 'vpc_endpoint', Description: 'VPC Endpoint Interface vpce-pods', RequesterManaged: true },
          ),
          networkInterface(
            'pods',
            { vpc: 'cluster', subnet: 'nodes', address: '10.0.1.30' },
            { Description: 'ELB net/pods/2222222222222222', RequesterManaged: true },
          ),
        ],
      },
    ),
    internetGateways: [
      { InternetGatewayId: 'igw-ingress', Attachments: [{ VpcId: 'vpc-ingress', State: 'attached' }] },
    ],
    securityGroups: [
      group('front', 'ingress', from(443, '0.0.0.0/0')),
      group('endpoint', 'ingress', from(80, 'sg-front')),
      group('tool', 'ingress'),
      group('node', 'cluster', from(30_080, '10.0.1.0/25')),
    ],
    vpcEndpoints: [
      {
        VpcEndpointId: 'vpce-pods',
        VpcEndpointType: 'Interface',
        VpcId: 'vpc-ingress',
        ServiceName: serviceName,
        State: 'Available',
        SubnetIds: ['subnet-endpoints'],
        NetworkInterfaceIds: ['eni-endpoint'],
        Groups: [{ GroupId: 'sg-endpoint', GroupName: 'endpoint' }],
        OwnerId: accountId,
      },
    ],
    vpcEndpointServices: [
      {
        ServiceId: 'vpce-svc-pods',
        ServiceName: serviceName,
        ServiceState: 'Available',
        ServiceType: [{ ServiceType: 'Interface' }],
        AcceptanceRequired: true,
        NetworkLoadBalancerArns: [innerBalancer],
      },
    ],
  },
  eks: {
    clusters: [
      {
        name: 'private',
        arn: arn('eks', 'cluster/private'),
        status: 'ACTIVE',
        version: '1.34',
        resourcesVpcConfig: {
          vpcId: 'vpc-cluster',
          subnetIds: ['subnet-nodes'],
          endpointPublicAccess: false,
          endpointPrivateAccess: true,
          publicAccessCidrs: [],
        },
      },
    ],
  },
  elasticLoadBalancingV2: {
    loadBalancers: [
      {
        LoadBalancerArn: publicBalancer,
        LoadBalancerName: 'ingress',
        DNSName: `ingress-1.${region}.elb.amazonaws.com`,
        Scheme: 'internet-facing',
        Type: 'application',
        VpcId: 'vpc-ingress',
        IpAddressType: 'ipv4',
        State: { Code: 'active' },
        AvailabilityZones: [{ ZoneName: zone, SubnetId: 'subnet-front' }],
        SecurityGroups: ['sg-front'],
      },
      {
        LoadBalancerArn: innerBalancer,
        LoadBalancerName: 'pods',
        DNSName: `pods-2.elb.${region}.amazonaws.com`,
        Scheme: 'internal',
        Type: 'network',
        VpcId: 'vpc-cluster',
        IpAddressType: 'ipv4',
        State: { Code: 'active' },
        AvailabilityZones: [{ ZoneName: zone, SubnetId: 'subnet-nodes' }],
      },
    ],
    listeners: [
      {
        ListenerArn: `${publicBalancer.replace('loadbalancer/', 'listener/')}/4444444444444444`,
        LoadBalancerArn: publicBalancer,
        Port: 443,
        Protocol: 'HTTPS',
        DefaultActions: [{ Type: 'forward', TargetGroupArn: targets('endpoint') }],
      },
      {
        ListenerArn: `${innerBalancer.replace('loadbalancer/', 'listener/')}/5555555555555555`,
        LoadBalancerArn: innerBalancer,
        Port: 80,
        Protocol: 'TCP',
        DefaultActions: [{ Type: 'forward', TargetGroupArn: targets('nodes') }],
      },
    ],
    targetGroups: [
      {
        TargetGroupArn: targets('endpoint'),
        TargetGroupName: 'endpoint',
        Protocol: 'HTTP',
        Port: 80,
        VpcId: 'vpc-ingress',
        TargetType: 'ip',
        LoadBalancerArns: [publicBalancer],
      },
      {
        TargetGroupArn: targets('nodes'),
        TargetGroupName: 'nodes',
        Protocol: 'TCP',
        Port: 30_080,
        VpcId: 'vpc-cluster',
        TargetType: 'instance',
        LoadBalancerArns: [innerBalancer],
      },
    ],
    targetHealth: {
      [targets('endpoint')]: [{ Target: { Id: '10.0.1.20', Port: 80 }, TargetHealth: { State: 'healthy' } }],
      [targets('nodes')]: [{ Target: { Id: 'i-node', Port: 30_080 }, TargetHealth: { State: 'healthy' } }],
    },
  },
}
