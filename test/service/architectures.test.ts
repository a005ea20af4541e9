/** Exposures, reach, and impact of architectures that AWS and its customers publish, scanned and asked through the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { centralEgress } from '../support/architectures/central-egress.ts'
import { centralIngress } from '../support/architectures/central-ingress.ts'
import { centralInspection } from '../support/architectures/central-inspection.ts'
import { accountId, region } from '../support/architectures/network-parts.ts'
import { type PublicArchitectures, startPublicArchitectures } from '../support/architectures/public-architectures.ts'
import { serviceDiscovery } from '../support/architectures/service-discovery.ts'

let account: PublicArchitectures
beforeAll(async () => {
  account = await startPublicArchitectures()
})
afterAll(() => account.close())

const scanned: PublicArchitectures['scanned'] = (...given) => account.scanned(...given)
const exposuresOf: PublicArchitectures['exposuresOf'] = (...given) => account.exposuresOf(...given)
const reach: PublicArchitectures['reach'] = (...given) => account.reach(...given)
const impactOf: PublicArchitectures['impactOf'] = (...given) => account.impactOf(...given)

describe('a central load balancer before a private cluster', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await scanned(centralIngress)
  })

  test('exposes itself and the endpoint that it forwards to, and nothing in the VPC of the cluster', async () => {
    expect(await exposuresOf(scanId)).toEqual([
      'open eni-endpoint from internet by load balancer, tcp 80',
      'open app/ingress/1111111111111111 from internet by internet-facing scheme, tcp 443',
    ])
  })

  test('breaks without the load balancer behind its endpoint', async () => {
    expect(await impactOf(scanId, 'net/pods/2222222222222222')).toEqual([
      'breaks eni-endpoint',
      'breaks vpce-pods',
      'breaks vpce-svc-pods',
      'breaks app/ingress/1111111111111111/4444444444444444',
      'breaks net/pods/2222222222222222/5555555555555555',
      'breaks endpoint/3333333333333333',
      'unknown nodes/3333333333333333',
    ])
  })

  test.each<[from: string, to: string, port: number, expected: readonly string[]]>([
    ['internet', 'app/ingress/1111111111111111', 443, ['reachable']],
    [
      'internet',
      'app/ingress/1111111111111111',
      80,
      [
        'blocked',
        'ENI_SG_RULES_MISMATCH sg-front ingress',
        'ELBV2_LISTENERS_MISMATCH app/ingress/1111111111111111 null',
      ],
    ],
    ['internet', 'i-node', 30_080, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-cluster ingress']],
    [
      'internet',
      'net/pods/2222222222222222',
      80,
      [
        'blocked',
        'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-cluster ingress',
        'ENI_SG_RULES_MISMATCH sg-node ingress',
      ],
    ],
    ['app/ingress/1111111111111111', 'vpce-pods', 80, ['reachable']],
    ['i-tool', 'vpce-pods', 80, ['blocked', 'ENI_SG_RULES_MISMATCH sg-endpoint ingress']],
    ['i-tool', 'i-node', 30_080, ['blocked', 'NO_POSSIBLE_DESTINATION vpc-ingress null']],
    ['net/pods/2222222222222222', 'i-node', 30_080, ['reachable']],
    ['i-node', '9.9.9.9', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-nodes null']],
    ['i-node', 'vpce-pods', 80, ['blocked', 'NO_POSSIBLE_DESTINATION vpc-cluster null']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('spokes behind a central firewall', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await scanned(centralInspection)
  })

  test('expose nothing that is known: what the firewall lets in is unknown', async () => {
    expect(await exposuresOf(scanId)).toEqual([
      'unknown app/shop/1111111111111111 from internet by internet-facing scheme, tcp 443',
      // An address outside the VPC of the target group, which another network may have too.
      'unknown shop/2222222222222222 from internet by load balancer, null null',
    ])
  })

  test.each<[from: string, to: string, port: number, expected: readonly string[]]>([
    ['i-prod', '9.9.9.9', 443, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['i-prod', 'i-dev', 443, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['i-unanswered', 'i-prod', 443, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['i-prod', 'i-unanswered', 443, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['i-prod', 'i-apart', 443, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['i-apart', 'i-prod', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-apart null']],
    ['i-prod', 'orders', 5432, ['reachable']],
    [
      'internet',
      'app/shop/1111111111111111',
      443,
      ['unknown', 'AWS::EC2::VPCEndpoint', 'AWS::ElasticLoadBalancingV2::TargetGroup'],
    ],
    ['i-dev', 'orders', 5432, ['unknown', 'AWS::EC2::VPCEndpoint']],
    ['internet', 'i-prod', 443, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-prod ingress']],
    ['internet', 'orders', 5432, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-prod ingress']],
    ['internet', '198.51.100.20', 443, ['blocked', 'NGW_REQUIRES_SOURCE_IN_VPC nat-out ingress']],
    ['orders', '9.9.9.9', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-prod-data null']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('services that find each other by names', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await scanned(serviceDiscovery)
  })

  test('expose the load balancer and the frontend behind it', async () => {
    expect(await exposuresOf(scanId)).toEqual([
      'open eni-frontend from internet by load balancer, tcp 3000',
      'open app/shop/1111111111111111 from internet by internet-facing scheme, tcp 80',
    ])
  })

  test('have the names of the own account only', async () => {
    const data = await account.get(`/api/scans/${scanId}/resources?type=AWS::ServiceDiscovery::Service`)
    const names = (data?.['resources'] ?? []) as readonly { name: string; properties: { namespace: string } }[]
    expect(names.map(({ name, properties }) => `${name}.${properties.namespace}`)).toEqual([
      'clock.service.local',
      'greeter.service.local',
      'ratings.service.local',
    ])
  })

  test.each([
    ['a service registered with Cloud Map', 'greeter'],
    ['a service of Service Connect in a namespace that is known by its ARN', 'ratings'],
  ])('without %s, the frontend breaks', async (_, name) => {
    const ecs = `arn:aws:ecs:${region}:${accountId}`
    expect(await impactOf(scanId, `${ecs}:service/shop/${name}`)).toEqual([
      `breaks ${ecs}:service/shop/frontend`,
      `breaks ${ecs}:task-definition/frontend:1`,
      `breaks srv-${name}`,
    ])
  })

  test('without a service of Service Connect that its namespace knows by an alias, the frontend breaks', async () => {
    const ecs = `arn:aws:ecs:${region}:${accountId}`
    expect(await impactOf(scanId, `${ecs}:service/shop/stars`)).toEqual([
      `breaks ${ecs}:service/shop/frontend`,
      `breaks ${ecs}:task-definition/frontend:1`,
    ])
  })

  test.each<[from: string, to: string, port: number, expected: readonly string[]]>([
    ['internet', 'app/shop/1111111111111111', 80, ['reachable']],
    ['app/shop/1111111111111111', 'eni-frontend', 3000, ['reachable']],
    ['eni-frontend', 'eni-greeter', 3000, ['reachable']],
    ['eni-frontend', 'eni-greeter', 80, ['blocked', 'ENI_SG_RULES_MISMATCH sg-backend ingress']],
    ['app/shop/1111111111111111', 'eni-greeter', 3000, ['blocked', 'ENI_SG_RULES_MISMATCH sg-backend ingress']],
    ['eni-greeter', 'eni-clock', 3000, ['blocked', 'ENI_SG_RULES_MISMATCH sg-backend ingress']],
    ['eni-greeter', '9.9.9.9', 443, ['reachable']],
    ['internet', 'eni-greeter', 3000, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-shop ingress']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('VPCs that share a way to the internet', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await scanned(centralEgress)
  })

  test('expose nothing', async () => {
    expect(await exposuresOf(scanId)).toEqual([])
  })

  test.each<[from: string, to: string, port: number, expected: readonly string[]]>([
    ['i-a', '9.9.9.9', 443, ['reachable']],
    ['i-b', '9.9.9.9', 443, ['reachable']],
    ['i-a', 'nat-c', 443, ['reachable']],
    ['i-a', 'i-b', 443, ['blocked', 'TGW_RTB_BAD_STATE_ROUTE tgw-rtb-apps null']],
    ['i-a', 'i-bastion', 22, ['blocked', 'TGW_RTB_BAD_STATE_ROUTE tgw-rtb-apps null']],
    // The request arrives. The response meets a blackhole.
    ['i-bastion', 'i-a', 443, ['blocked', 'TGW_RTB_BAD_STATE_ROUTE tgw-rtb-apps null']],
    ['internet', 'i-a', 443, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-a ingress']],
    ['internet', 'i-bastion', 22, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-c ingress']],
    ['i-bastion', '9.9.9.9', 443, ['blocked', 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS igw-c egress']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await reach(scanId, from, to, port)).toEqual(expected)
  })
})
