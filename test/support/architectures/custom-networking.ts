/**
 * An EKS cluster with custom networking: pods have addresses of a second block (100.64.0.0/16), nodes and a database those of the first, and both use one NAT
 * gateway. The topology of "Custom networking" (EKS best practices) and of the EKS blueprints, with an API endpoint that an office may call.
 */
import type { RegionData } from '../../../src/simulated/world.ts'
import { accountId, arn, from, group, networkInterface, region, server, together, vpc, zone } from './network-parts.ts'

const internet = '0.0.0.0/0'
const database = arn('rds', 'db:orders')
const networks = vpc('apps', '10.0.0.0/16', {
  public: { cidr: '10.0.0.0/24', routes: { [internet]: 'igw-apps' } },
  nodes: { cidr: '10.0.1.0/24', routes: { [internet]: 'nat-apps' } },
  pods: { cidr: '100.64.0.0/17', routes: { [internet]: 'nat-apps' } },
  data: { cidr: '10.0.2.0/24', routes: {} },
})

export const customNetworking: RegionData = {
  ec2: {
    ...networks,
    vpcs: networks.vpcs.map((each) => ({
      ...each,
      CidrBlockAssociationSet: [
        { CidrBlock: '10.0.0.0/16', CidrBlockState: { State: 'associated' as const } },
        { CidrBlock: '100.64.0.0/16', CidrBlockState: { State: 'associated' as const } },
        { CidrBlock: '100.65.0.0/16', CidrBlockState: { State: 'disassociated' as const } },
      ],
    })),
    routeTables: networks.routeTables.map((table) => ({
      ...table,
      Routes: [
        ...(table.Routes ?? []),
        { DestinationCidrBlock: '100.64.0.0/16', GatewayId: 'local', State: 'active' as const },
      ],
    })),
    ...together(server('node', { vpc: 'apps', subnet: 'nodes', address: '10.0.1.10', groups: ['node'] }), {
      reservations: [],
      networkInterfaces: [
        networkInterface(
          'pods',
          { vpc: 'apps', subnet: 'pods', address: '100.64.0.10', groups: ['pods'] },
          {
            Description: 'aws-K8S-i-node',
            Attachment: { InstanceId: 'i-node' },
            PrivateIpAddresses: [
              { PrivateIpAddress: '100.64.0.10', Primary: true },
              { PrivateIpAddress: '100.64.0.11', Primary: false },
            ],
          },
        ),
        networkInterface(
          'nat',
          { vpc: 'apps', subnet: 'public', address: '10.0.0.20' },
          { InterfaceType: 'natGateway', RequesterManaged: true, Association: { PublicIp: '198.51.100.20' } },
        ),
      ],
    }),
    internetGateways: [{ InternetGatewayId: 'igw-apps', Attachments: [{ VpcId: 'vpc-apps', State: 'attached' }] }],
    natGateways: [
      {
        NatGatewayId: 'nat-apps',
        VpcId: 'vpc-apps',
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
      group('node', 'apps', from(443, 'sg-pods')),
      group('pods', 'apps', from(8080, '10.0.0.0/16')),
      group('data', 'apps', from(5432, '100.64.0.0/16')),
    ],
  },
  eks: {
    clusters: [
      {
        name: 'apps',
        arn: arn('eks', 'cluster/apps'),
        status: 'ACTIVE',
        version: '1.34',
        resourcesVpcConfig: {
          vpcId: 'vpc-apps',
          subnetIds: ['subnet-nodes'],
          endpointPublicAccess: true,
          endpointPrivateAccess: true,
          // An office, and the pods themselves, whose addresses the internet doesn't have.
          publicAccessCidrs: ['203.0.113.0/24', '100.64.0.0/16'],
        },
      },
    ],
  },
  rds: {
    instances: [
      {
        DBInstanceIdentifier: 'orders',
        DBInstanceArn: database,
        DBInstanceStatus: 'available',
        Engine: 'postgres',
        // Public by its settings, in a subnet without a route to the internet.
        PubliclyAccessible: true,
        AvailabilityZone: zone,
        Endpoint: { Address: `orders.c1a2b3.${region}.rds.amazonaws.com`, Port: 5432 },
        DBSubnetGroup: {
          DBSubnetGroupName: 'data',
          VpcId: 'vpc-apps',
          Subnets: [{ SubnetIdentifier: 'subnet-data', SubnetAvailabilityZone: { Name: zone } }],
        },
        VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-data', Status: 'active' }],
        DbiResourceId: `db-${accountId}`,
      },
    ],
  },
}
