/**
 * Two VPCs that share the NAT gateway of a third through a transit gateway, and must not reach each other. The topology and the routes of "Centralized outbound
 * routing to the internet" (guide of AWS Transit Gateway), with its blackhole routes for private addresses.
 */
import type { TransitGatewayRoute } from '@aws-sdk/client-ec2'
import type { RegionData } from '../../../src/simulated/world.ts'
import { accountId, arn, from, group, networkInterface, server, together, vpc } from './network-parts.ts'

const internet = '0.0.0.0/0'
const owner = accountId

const attached = (name: string, table: string) => ({
  TransitGatewayAttachmentId: `tgw-attach-${name}`,
  TransitGatewayId: 'tgw-egress',
  TransitGatewayOwnerId: owner,
  ResourceOwnerId: owner,
  ResourceType: 'vpc' as const,
  ResourceId: `vpc-${name}`,
  State: 'available' as const,
  Association: { TransitGatewayRouteTableId: `tgw-rtb-${table}`, State: 'associated' as const },
})
const inSubnet = (name: string, subnet: string) => ({
  TransitGatewayAttachmentId: `tgw-attach-${name}`,
  TransitGatewayId: 'tgw-egress',
  VpcId: `vpc-${name}`,
  VpcOwnerId: owner,
  State: 'available' as const,
  SubnetIds: [`subnet-${subnet}`],
})
const to = (DestinationCidrBlock: string, name: string, Type: 'static' | 'propagated'): TransitGatewayRoute => ({
  DestinationCidrBlock,
  Type,
  State: 'active',
  TransitGatewayAttachments: [
    { TransitGatewayAttachmentId: `tgw-attach-${name}`, ResourceType: 'vpc', ResourceId: `vpc-${name}` },
  ],
})
const nowhere = (DestinationCidrBlock: string): TransitGatewayRoute => ({
  DestinationCidrBlock,
  Type: 'static',
  State: 'blackhole',
})

export const centralEgress: RegionData = {
  ec2: {
    ...together(
      vpc('a', '10.1.0.0/16', { a: { cidr: '10.1.0.0/24', routes: { [internet]: 'tgw-egress' } } }),
      vpc('b', '10.2.0.0/16', { b: { cidr: '10.2.0.0/24', routes: { [internet]: 'tgw-egress' } } }),
      vpc('c', '192.168.0.0/16', {
        public: {
          cidr: '192.168.1.0/24',
          routes: { [internet]: 'igw-c', '10.1.0.0/16': 'tgw-egress', '10.2.0.0/16': 'tgw-egress' },
        },
        private: { cidr: '192.168.2.0/24', routes: { [internet]: 'nat-c' } },
      }),
    ),
    ...together(
      server('a', { vpc: 'a', subnet: 'a', address: '10.1.0.10', groups: ['a'] }),
      server('b', { vpc: 'b', subnet: 'b', address: '10.2.0.10', groups: ['b'] }),
      server('bastion', { vpc: 'c', subnet: 'public', address: '192.168.1.10', groups: ['bastion'] }),
      {
        reservations: [],
        networkInterfaces: [
          networkInterface(
            'nat',
            { vpc: 'c', subnet: 'public', address: '192.168.1.20' },
            { InterfaceType: 'natGateway', RequesterManaged: true, Association: { PublicIp: '198.51.100.20' } },
          ),
        ],
      },
    ),
    internetGateways: [{ InternetGatewayId: 'igw-c', Attachments: [{ VpcId: 'vpc-c', State: 'attached' }] }],
    natGateways: [
      {
        NatGatewayId: 'nat-c',
        VpcId: 'vpc-c',
        SubnetId: 'subnet-public',
        State: 'available',
        ConnectivityType: 'public',
        NatGatewayAddresses: [
          {
            NetworkInterfaceId: 'eni-nat',
            PrivateIp: '192.168.1.20',
            PublicIp: '198.51.100.20',
            AllocationId: 'eipalloc-1',
          },
        ],
      },
    ],
    securityGroups: [
      group('a', 'a', from(443, '10.0.0.0/8', '192.168.0.0/16')),
      group('b', 'b', from(443, '10.0.0.0/8')),
      group('bastion', 'c', from(22, internet)),
    ],
    transitGateways: [
      {
        TransitGatewayId: 'tgw-egress',
        TransitGatewayArn: arn('ec2', 'transit-gateway/tgw-egress'),
        State: 'available',
        OwnerId: owner,
        Options: { DefaultRouteTableAssociation: 'disable', DefaultRouteTablePropagation: 'disable' },
      },
    ],
    transitGatewayRouteTables: ['apps', 'egress'].map((name) => ({
      TransitGatewayRouteTableId: `tgw-rtb-${name}`,
      TransitGatewayId: 'tgw-egress',
      State: 'available' as const,
      DefaultAssociationRouteTable: false,
      DefaultPropagationRouteTable: false,
    })),
    transitGatewayRoutes: {
      'tgw-rtb-apps': [
        to(internet, 'c', 'static'),
        nowhere('10.0.0.0/8'),
        nowhere('172.16.0.0/12'),
        nowhere('192.168.0.0/16'),
      ],
      'tgw-rtb-egress': [to('10.1.0.0/16', 'a', 'propagated'), to('10.2.0.0/16', 'b', 'propagated')],
    },
    transitGatewayAttachments: [attached('a', 'apps'), attached('b', 'apps'), attached('c', 'egress')],
    transitGatewayVpcAttachments: [inSubnet('a', 'a'), inSubnet('b', 'b'), inSubnet('c', 'private')],
  },
}
