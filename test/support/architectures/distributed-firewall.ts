/**
 * A VPC whose internet gateway sends packets to AWS Network Firewall before they reach a load balancer and a bastion, and to nothing before the zone that
 * was added later. The topology of "Deployment models for AWS Network Firewall" (distributed model, AWS networking blog).
 */
import type { NetworkInterface } from '@aws-sdk/client-ec2'
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
} from './network-parts.ts'

const internet = '0.0.0.0/0'
const balancer = arn('elasticloadbalancing', 'loadbalancer/app/shop/1111111111111111')
const targetGroup = arn('elasticloadbalancing', 'targetgroup/shop/2222222222222222')
const firewall = 'vpce-firewall'

const networks = vpc('shop', '10.0.0.0/16', {
  firewall: { cidr: '10.0.0.0/28', routes: { [internet]: 'igw-shop' } },
  protected: { cidr: '10.0.1.0/24', routes: { [internet]: firewall } },
  // Its route was forgotten: packets arrive through the firewall, and responses leave without it.
  forgotten: { cidr: '10.0.2.0/24', routes: { [internet]: 'igw-shop' } },
  later: { cidr: '10.0.3.0/24', routes: { [internet]: 'igw-shop' } },
})

const publicServer = (name: string, subnet: string, address: string, PublicIp: string) => {
  const { reservations, networkInterfaces } = server(name, { vpc: 'shop', subnet, address, groups: ['ssh'] })
  return {
    reservations,
    networkInterfaces: networkInterfaces.map((each): NetworkInterface => ({
      ...each,
      Association: { PublicIp },
      PrivateIpAddresses: [{ PrivateIpAddress: address, Primary: true, Association: { PublicIp } }],
    })),
  }
}

export const distributedFirewall: RegionData = {
  ec2: {
    ...networks,
    routeTables: [
      ...networks.routeTables,
      {
        RouteTableId: 'rtb-edge',
        VpcId: 'vpc-shop',
        OwnerId: accountId,
        Associations: [{ GatewayId: 'igw-shop', Main: false, AssociationState: { State: 'associated' } }],
        Routes: routesTo({ '10.0.0.0/16': 'local', '10.0.1.0/24': firewall, '10.0.2.0/24': firewall }),
      },
    ],
    ...together(
      publicServer('bastion', 'protected', '10.0.1.20', '198.51.100.20'),
      publicServer('forgotten', 'forgotten', '10.0.2.20', '198.51.100.30'),
      publicServer('later', 'later', '10.0.3.20', '198.51.100.40'),
      {
        reservations: [],
        networkInterfaces: [
          networkInterface(
            'balancer',
            { vpc: 'shop', subnet: 'protected', address: '10.0.1.10', groups: ['web'] },
            {
              Description: 'ELB app/shop/1111111111111111',
              RequesterManaged: true,
              Association: { PublicIp: '198.51.100.10' },
            },
          ),
          networkInterface(
            'firewall',
            { vpc: 'shop', subnet: 'firewall', address: '10.0.0.10' },
            { InterfaceType: 'gateway_load_balancer_endpoint', RequesterManaged: true },
          ),
          // Kept when its instance was terminated.
          networkInterface(
            'spare',
            { vpc: 'shop', subnet: 'later', address: '10.0.3.30', groups: ['ssh'] },
            {
              Status: 'available',
            },
          ),
        ],
      },
    ),
    internetGateways: [{ InternetGatewayId: 'igw-shop', Attachments: [{ VpcId: 'vpc-shop', State: 'attached' }] }],
    securityGroups: [group('web', 'shop', from(443, internet)), group('ssh', 'shop', from(22, internet))],
    vpcEndpoints: [
      {
        VpcEndpointId: firewall,
        VpcEndpointType: 'GatewayLoadBalancer',
        VpcId: 'vpc-shop',
        ServiceName: `com.amazonaws.vpce.${region}.vpce-svc-firewall`,
        State: 'Available',
        SubnetIds: ['subnet-firewall'],
        NetworkInterfaceIds: ['eni-firewall'],
        OwnerId: accountId,
      },
    ],
  },
  elasticLoadBalancingV2: {
    ...publicBalancer(
      balancer,
      { vpc: 'shop', subnet: 'protected', group: 'web' },
      { Port: 443, Protocol: 'HTTPS' },
      targetGroup,
    ),
    targetGroups: [
      {
        TargetGroupArn: targetGroup,
        TargetGroupName: 'shop',
        Protocol: 'HTTP',
        Port: 80,
        VpcId: 'vpc-shop',
        TargetType: 'instance',
        LoadBalancerArns: [balancer],
      },
    ],
    targetHealth: { [targetGroup]: [] },
  },
}
