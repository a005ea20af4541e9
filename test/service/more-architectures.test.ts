/** Further architectures that AWS publishes: at the edge, between APIs and containers, with addresses of two blocks, and of data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customNetworking } from '../support/architectures/custom-networking.ts'
import { dataLake, dataLakeGlobal } from '../support/architectures/data-lake.ts'
import { distributedFirewall } from '../support/architectures/distributed-firewall.ts'
import { edgeSite, edgeSiteGlobal } from '../support/architectures/edge-site.ts'
import { accountId, region } from '../support/architectures/network-parts.ts'
import { privateIntegrations } from '../support/architectures/private-integration.ts'
import { type PublicArchitectures, startPublicArchitectures } from '../support/architectures/public-architectures.ts'

let account: PublicArchitectures
beforeAll(async () => {
  account = await startPublicArchitectures()
})
afterAll(() => account.close())

type Case = readonly [from: string, to: string, port: number, expected: readonly string[]]
const unclear = (type: string) => ['unknown', `AWS::EC2::${type}`]
const refusedBy = (group: string) => ['blocked', `ENI_SG_RULES_MISMATCH ${group} ingress`]

describe('a firewall between the internet gateway and public subnets', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await account.scanned(distributedFirewall)
  })

  test('exposes for certain only what the route table of the gateway leaves out', async () => {
    expect(await account.exposuresOf(scanId)).toEqual([
      'unknown i-bastion from internet by public address, tcp 22',
      'unknown i-forgotten from internet by public address, tcp 22',
      'open i-later from internet by public address, tcp 22',
      'unknown app/shop/1111111111111111 from internet by internet-facing scheme, tcp 443',
    ])
  })

  test.each<Case>([
    ['internet', 'i-bastion', 22, unclear('VPCEndpoint')],
    ['internet', 'i-forgotten', 22, unclear('VPCEndpoint')],
    ['internet', 'i-later', 22, ['reachable']],
    ['internet', 'i-later', 80, refusedBy('sg-ssh')],
    ['i-later', '9.9.9.9', 443, ['reachable']],
    ['i-bastion', '9.9.9.9', 443, unclear('VPCEndpoint')],
    ['i-forgotten', '9.9.9.9', 443, unclear('VPCEndpoint')],
    ['i-later', 'i-bastion', 22, ['reachable']],
    ['i-later', 'eni-spare', 22, ['blocked', 'BAD_STATE eni-spare null']],
    ['eni-spare', 'i-later', 22, ['blocked', 'BAD_STATE eni-spare null']],
    [
      'internet',
      'eni-spare',
      22,
      ['blocked', 'BAD_STATE eni-spare null', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-shop ingress'],
    ],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await account.reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('HTTP APIs before containers without a public load balancer', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await account.scanned(privateIntegrations)
  })

  test('expose only the API that is deployed and has an endpoint', async () => {
    expect(await account.exposuresOf(scanId)).toEqual(['conditional readings01 from internet by API endpoint, tcp 443'])
  })

  test('break without their VPC link, and without what is behind it', async () => {
    expect(await account.impactOf(scanId, 'link01')).toEqual(['breaks billing01', 'breaks readings01'])
    expect(await account.impactOf(scanId, `arn:aws:ecs:${region}:${accountId}:service/devices/readings`)).toEqual([
      'breaks readings01',
      'breaks srv-readings',
    ])
    expect(await account.impactOf(scanId, 'app/inner/1111111111111111')).toEqual([
      'breaks billing01',
      'breaks draft01',
      'breaks app/inner/1111111111111111/3333333333333333',
      'unknown billing/2222222222222222',
    ])
  })

  test.each<Case>([
    ['eni-link', 'eni-readings', 9090, ['reachable']],
    ['eni-link', 'eni-readings', 8080, refusedBy('sg-tasks')],
    ['eni-link', 'app/inner/1111111111111111', 80, ['reachable']],
    [
      'eni-link',
      'app/inner/1111111111111111',
      443,
      [...refusedBy('sg-inner'), 'ELBV2_LISTENERS_MISMATCH app/inner/1111111111111111 null'],
    ],
    [
      'internet',
      'app/inner/1111111111111111',
      80,
      ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-devices ingress'],
    ],
    ['eni-readings', '9.9.9.9', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-tasks null']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await account.reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('pods with addresses of a second block', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await account.scanned(customNetworking)
  })

  test('expose the endpoint of the cluster to the office, and not the database that is public by its settings', async () => {
    expect(await account.exposuresOf(scanId)).toEqual(['open apps from 203.0.113.0/24 by cluster endpoint, tcp 443'])
  })

  test.each<Case>([
    ['i-node', '9.9.9.9', 443, ['reachable']],
    ['100.64.0.11', '9.9.9.9', 443, ['reachable']],
    ['100.64.0.11', 'orders', 5432, ['reachable']],
    ['eni-node', 'orders', 5432, refusedBy('sg-data')],
    ['eni-node', '100.64.0.11', 8080, ['reachable']],
    ['eni-pods', 'eni-node', 443, ['reachable']],
    ['internet', '100.64.0.11', 8080, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-apps ingress']],
    // Its address in the subnet is unknown, and so whether it has a public one.
    ['internet', 'orders', 5432, unclear('NetworkInterface')],
    ['orders', '9.9.9.9', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-data null']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await account.reach(scanId, from, to, port)).toEqual(expected)
  })
})

describe('a site at the edge', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await account.scanned(edgeSite, edgeSiteGlobal)
  })

  test('exposes the distribution and the endpoint of the API behind it, not the function URL and the bucket', async () => {
    expect(await account.exposuresOf(scanId)).toEqual([
      'open orders01 from internet by API endpoint, tcp 443',
      'open E0SITE from internet by distribution, tcp 80,443',
    ])
  })

  test('has an origin of another region, and no certificate', async () => {
    expect(await account.dependenciesOf(scanId, 'AWS::CloudFront::Distribution')).toEqual([
      'E0SITE invokes rewrite (configured)',
      'E0SITE routes to orders01 (configured)',
      'E0SITE routes to charge (configured)',
      `E0SITE routes to site-${accountId} (configured)`,
    ])
  })

  test('uses a table and a bus of the same name, each by its variable, and may write to both', async () => {
    expect(await account.dependenciesOf(scanId, 'AWS::Lambda::Function')).toEqual(
      expect.arrayContaining(['order uses orders (configured)', 'order uses order (configured)']),
    )
    const role = await account.dependenciesOf(scanId, 'AWS::IAM::Role')
    expect(role.filter((each) => each.endsWith('(permitted)'))).toHaveLength(2)
  })

  test.each([
    [
      'AWS::DynamoDB::Table/orders',
      // Twice `order`: the function, and its role, whose policy names the table.
      ['breaks orders01', 'breaks E0SITE', 'breaks order', 'unknown order'],
    ],
    [
      'AWS::Lambda::Function/charge',
      ['breaks E0SITE', 'breaks orders/placed', `breaks arn:aws:states:${region}:${accountId}:stateMachine:fulfil`],
    ],
  ])('without %s', async (of, expected) => {
    expect(await account.impactOf(scanId, of)).toEqual(expected)
  })
})

describe('a data lake with a warehouse for analysts', () => {
  let scanId: string
  beforeAll(async () => {
    scanId = await account.scanned(dataLake, dataLakeGlobal)
  })

  test('exposes the warehouse to the office, and not the one whose subnets have no internet gateway', async () => {
    expect(await account.exposuresOf(scanId)).toEqual(['open sales from 203.0.113.0/24 by public access, tcp 5439'])
  })

  test.each([
    ['AWS::KinesisFirehose::DeliveryStream', [`raw routes to lake-${accountId} (configured)`]],
    ['AWS::Glue::Job', [`clean uses lake-${accountId} (configured)`]],
  ])('%s', async (type, expected) => {
    expect(await account.dependenciesOf(scanId, type)).toEqual(expect.arrayContaining(expected))
  })

  test.each<Case>([
    ['203.0.113.9', 'sales', 5439, unclear('NetworkInterface')],
    ['i-loader', 'sales', 5439, ['reachable']],
    ['i-loader', 'archive', 5439, refusedBy('sg-archive')],
    ['i-loader', '52.216.1.1', 443, ['reachable']],
    // Only Amazon S3 is behind the endpoint.
    ['i-loader', '9.9.9.9', 443, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-loaders null']],
    ['internet', 'i-loader', 22, ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-lake ingress']],
  ])('%s to %s, port %d', async (from, to, port, expected) => {
    expect(await account.reach(scanId, from, to, port)).toEqual(expected)
  })
})
