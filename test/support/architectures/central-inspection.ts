/**
 * Spoke VPCs on a transit gateway, whose traffic passes AWS Network Firewall in a VPC with the way to the internet. The topology of "Centralized inspection
 * VPC with AWS Network Firewall and Transit Gateway" (and of AWS's whitepaper on multi-VPC networks), with a VPC that nothing answers, and one apart.
 */
import type { TransitGatewayRoute } from '@aws-sdk/client-ec2'
import type { RegionData } from '../../../src/simulated/world.ts'
import {
  accountId,
  arn,
  from,
  group,
  networkInterface,
  publicBalancer,
  region,
  routesTo,
  server,
  together,
  vpc,
  zone,
} from './network-parts.ts'

const internet = '0.0.0.0/0'
const spokes = '10.0.0.0/8'
const balancer = arn('elasticloadbalancing', 'loadbalancer/app/shop/1111111111111111')
const targetGroup = arn('elasticloadbalancing', 'targetgroup/shop/2222222222222222')
const firewall = 'vpce-firewall'

const attachment = (name: string, table: string) => ({
  TransitGatewayAttachmentId: `tgw-attach-${name}`,
  TransitGatewayId: 'tgw-hub',
  TransitGatewayOwnerId: accountId,
  ResourceOwnerId: accountId,
  ResourceType: 'vpc' as const,
  ResourceId: `vpc-${name}`,
  State: 'available' as const,
  Association: { TransitGatewayRouteTableId: `tgw-rtb-${table}`, State: 'associated' as const },
})
const vpcAttachment = (name: string, subnet: string) => ({
  TransitGatewayAttachmentId: `tgw-attach-${name}`,
  TransitGatewayId: 'tgw-hub',
  VpcId: `vpc-${name}`,
  VpcOwnerId: accountId,
  State: 'available' as const,
  SubnetIds: [`subnet-${subnet}`],
})
const route = (DestinationCidrBlock: string, name: string, Type: 'static' | 'propagated'): TransitGatewayRoute => ({
  DestinationCidrBlock,
  Type,
  State: 'active',
  TransitGatewayAttachments: [
    { TransitGatewayAttachmentId: `tgw-attach-${name}`, ResourceType: 'vpc', ResourceId: `vpc-${name}` },
  ],
})
const spoke = (name: string, second: number) =>
  vpc(name, `10.${second}.0.0/16`, {
    [`${name}-app`]: { cidr: `10.${second}.1.0/24`, routes: { [internet]: 'tgw-hub' } },
    [`${name}-data`]: { cidr: `10.${second}.2.0/24`, routes: {} },
  })

const networks = together(
  vpc('inspection', '10.0.0.0/16', {
    transit: { cidr: '10.0.0.0/28', routes: { [internet]: firewall } },
    firewall: { cidr: '10.0.0.16/28', routes: { [internet]: 'nat-out', [spokes]: 'tgw-hub' } },
    out: { cidr: '10.0.2.0/24', routes: { [internet]: 'igw-hub', [spokes]: firewall } },
    in: { cidr: '10.0.3.0/24', routes: { [internet]: firewall } },
  }),
  spoke('prod', 1),
  spoke('dev', 2),
  spoke('unanswered', 3),
  vpc('apart', '10.9.0.0/16', { apart: { cidr: '10.9.1.0/24', routes: {} } }),
)

export const centralInspection: RegionData = {
  ec2: {
    ...networks,
    routeTables: [
      ...networks.routeTables,
      {
        RouteTableId: 'rtb-edge',
        VpcId: 'vpc-inspection',
        OwnerId: accountId,
        Associations: [{ GatewayId: 'igw-hub', Main: false, AssociationState: { State: 'associated' } }],
        Routes: routesTo({ '10.0.0.0/16': 'local', '10.0.3.0/24': firewall }),
      },
    ],
    ...together(
      server('prod', { vpc: 'prod', subnet: 'prod-app', address: '10.1.1.10', groups: ['prod'] }),
      server('dev', { vpc: 'dev', subnet: 'dev-app', address: '10.2.1.10', groups: ['dev'] }),
      server('unanswered', {
        vpc: 'unanswered',
        subnet: 'unanswered-app',
        address: '10.3.1.10',
        groups: ['unanswered'],
      }),
      server('apart', { vpc: 'apart', subnet: 'apart', address: '10.9.1.10', groups: ['apart'] }),
      {
        reservations: [],
        networkInterfaces: [
          networkInterface(
            'nat',
            { vpc: 'inspection', subnet: 'out', address: '10.0.2.10' },
            {
              InterfaceType: 'natGateway',
              RequesterManaged: true,
              SourceDestCheck: false,
              Association: { PublicIp: '198.51.100.20' },
            },
          ),
          networkInterface(
            'shop',
            { vpc: 'inspection', subnet: 'in', address: '10.0.3.10', groups: ['shop'] },
            {
              Description: 'ELB app/shop/1111111111111111',
              RequesterManaged: true,
              Association: { PublicIp: '198.51.100.30' },
            },
          ),
          networkInterface(
            'firewall',
            { vpc: 'inspection', subnet: 'firewall', address: '10.0.0.20' },
            { InterfaceType: 'gateway_load_balancer_endpoint', RequesterManaged: true },
          ),
        ],
      },
    ),
    internetGateways: [{ InternetGatewayId: 'igw-hub', Attachments: [{ VpcId: 'vpc-inspection', State: 'attached' }] }],
    natGateways: [
      {
        NatGatewayId: 'nat-out',
        VpcId: 'vpc-inspection',
        SubnetId: 'subnet-out',
        State: 'available',
        ConnectivityType: 'public',
        NatGatewayAddresses: [
          {
            NetworkInterfaceId: 'eni-nat',
            PrivateIp: '10.0.2.10',
            PublicIp: '198.51.100.20',
            AllocationId: 'eipalloc-1',
          },
        ],
      },
    ],
    vpcEndpoints: [
      {
        VpcEndpointId: firewall,
        VpcEndpointType: 'GatewayLoadBalancer',
        VpcId: 'vpc-inspection',
        ServiceName: `com.amazonaws.vpce.${region}.vpce-svc-firewall`,
        State: 'Available',
        RequesterManaged: true,
        SubnetIds: ['subnet-firewall'],
        NetworkInterfaceIds: ['eni-firewall'],
        OwnerId: accountId,
      },
    ],
    securityGroups: [
      group('prod', 'prod', from(443, '10.0.0.0/8')),
      group('database', 'prod', from(5432, 'sg-prod')),
      group('dev', 'dev', from(443, '10.0.0.0/8')),
      group('unanswered', 'unanswered', from(443, '10.0.0.0/8')),
      group('apart', 'apart', from(443, '10.0.0.0/8')),
      group('shop', 'inspection', from(443, internet)),
    ],
    transitGateways: [
      {
        TransitGatewayId: 'tgw-hub',
        TransitGatewayArn: arn('ec2', 'transit-gateway/tgw-hub'),
        State: 'available',
        OwnerId: accountId,
        Options: { DefaultRouteTableAssociation: 'disable', DefaultRouteTablePropagation: 'disable' },
      },
    ],
    transitGatewayRouteTables: ['spokes', 'inspection'].map((name) => ({
      TransitGatewayRouteTableId: `tgw-rtb-${name}`,
      TransitGatewayId: 'tgw-hub',
      State: 'available' as const,
      DefaultAssociationRouteTable: false,
      DefaultPropagationRouteTable: false,
    })),
    transitGatewayRoutes: {
      'tgw-rtb-spokes': [route(internet, 'inspection', 'static')],
      'tgw-rtb-inspection': [route('10.1.0.0/16', 'prod', 'propagated'), route('10.2.0.0/16', 'dev', 'propagated')],
    },
    transitGatewayAttachments: [
      attachment('inspection', 'inspection'),
      attachment('prod', 'spokes'),
      attachment('dev', 'spokes'),
      attachment('unanswered', 'spokes'),
    ],
    transitGatewayVpcAttachments: [
      vpcAttachment('inspection', 'transit'),
      vpcAttachment('prod', 'prod-app'),
      vpcAttachment('dev', 'dev-app'),
      vpcAttachment('unanswered', 'unanswered-app'),
    ],
  },
  elasticLoadBalancingV2: {
    ...publicBalancer(
      balancer,
      { vpc: 'inspection', subnet: 'in', group: 'shop' },
      { Port: 443, Protocol: 'HTTPS' },
      targetGroup,
    ),
    targetGroups: [
      {
        TargetGroupArn: targetGroup,
        TargetGroupName: 'shop',
        Protocol: 'HTTPS',
        Port: 443,
        VpcId: 'vpc-inspection',
        TargetType: 'ip',
        LoadBalancerArns: [balancer],
      },
    ],
    targetHealth: {
      [targetGroup]: [
        { Target: { Id: '10.1.1.10', Port: 443, AvailabilityZone: 'all' }, TargetHealth: { State: 'healthy' } },
      ],
    },
  },
  rds: {
    subnetGroups: [
      {
        DBSubnetGroupName: 'prod',
        DBSubnetGroupArn: arn('rds', 'subgrp:prod'),
        VpcId: 'vpc-prod',
        SubnetGroupStatus: 'Complete',
        Subnets: [{ SubnetIdentifier: 'subnet-prod-data' }],
      },
    ],
    instances: [
      {
        DBInstanceIdentifier: 'orders',
        DBInstanceArn: arn('rds', 'db:orders'),
        DBInstanceStatus: 'available',
        Engine: 'postgres',
        PubliclyAccessible: false,
        StorageEncrypted: true,
        AvailabilityZone: zone,
        Endpoint: { Address: `orders.c1a2b3.${region}.rds.amazonaws.com`, Port: 5432 },
        DBSubnetGroup: {
          DBSubnetGroupName: 'prod',
          VpcId: 'vpc-prod',
          Subnets: [{ SubnetIdentifier: 'subnet-prod-data', SubnetAvailabilityZone: { Name: zone } }],
        },
        VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-database', Status: 'active' }],
      },
    ],
  },
}
