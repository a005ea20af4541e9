/** Tests what CloudFront distributions lead to, for origins with names that several resources have, or with none of AWS's. */
import type { DomainName } from '@aws-sdk/client-api-gateway'
import type { DistributionSummary } from '@aws-sdk/client-cloudfront'
import type { ResourceRecordSet } from '@aws-sdk/client-route-53'
import { describe, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { RegionData } from '../../src/simulated/world.ts'

const region = 'eu-west-1'

type Place = { readonly partition: string; readonly region: string }

type Given = {
  /** By the ID of the distribution. */
  readonly origins: Readonly<Record<string, string>>
  readonly logging?: string
  readonly buckets?: readonly string[]
  /** Of the zone `shop.example`. */
  readonly records?: readonly ResourceRecordSet[]
  readonly data?: RegionData
}

function distribution(Id: string, origin: string): DistributionSummary {
  return {
    Id,
    ARN: `arn:aws:cloudfront::444455556666:distribution/${Id}`,
    Status: 'Deployed',
    LastModifiedTime: new Date(0),
    DomainName: `${Id.toLowerCase()}.cloudfront.net`,
    Aliases: { Quantity: 0 },
    Origins: { Quantity: 1, Items: [{ Id: 'origin', DomainName: origin }] },
    DefaultCacheBehavior: { TargetOriginId: 'origin', ViewerProtocolPolicy: 'redirect-to-https' },
    CacheBehaviors: { Quantity: 0 },
    CustomErrorResponses: { Quantity: 0 },
    Comment: '',
    PriceClass: 'PriceClass_100',
    Enabled: true,
    ViewerCertificate: { CloudFrontDefaultCertificate: true },
    Restrictions: { GeoRestriction: { RestrictionType: 'none', Quantity: 0 } },
    WebACLId: '',
    HttpVersion: 'http2',
    IsIPV6Enabled: true,
    Staging: false,
  }
}

async function scan(given: Given, place: Place = { partition: 'aws', region }) {
  const { origins, logging, buckets = [], records = [], data = {} } = given
  const Logging = logging && { Enabled: true, IncludeCookies: false, Bucket: logging, Prefix: '' }
  const cloud = await startSimulatedCloud({
    world: {
      accounts: [
        {
          accountId: '444455556666',
          partition: place.partition,
          roleName: 'surveyor',
          optedInRegions: [],
          denials: [],
          regions: { [place.region]: data },
          global: {
            cloudFront: {
              distributions: Object.entries(origins).map(([id, origin]) => ({
                ...distribution(id, origin),
                ...(Logging && { Logging }),
              })),
            },
            s3: {
              buckets: buckets.map((Name) => ({ Name, BucketRegion: place.region, CreationDate: new Date(0) })),
            },
            route53: {
              hostedZones: [{ Id: '/hostedzone/Z1', Name: 'shop.example.', CallerReference: '1' }],
              records: { '/hostedzone/Z1': [...records] },
            },
          },
        },
      ],
    },
  })
  try {
    const { relations, resources } = await scanSimulatedRegion(cloud, {
      region: place.region,
      onError: () => undefined,
    })
    return {
      named: (id: string) => relations.flatMap(({ source, target }) => (source.id === id ? target.id : [])),
      isRead: (id: string) => resources.some((found) => found.id === id && found.presence === 'read'),
    }
  } finally {
    await cloud.close()
  }
}

const alias = (Name: string, DNSName: string): ResourceRecordSet => ({
  Name,
  Type: 'A',
  AliasTarget: { HostedZoneId: 'Z2', DNSName, EvaluateTargetHealth: false },
})

const website = `s3-website-${region}.amazonaws.com.`

test('a name of the customer that is an alias of a website leads to the bucket with this name', async () => {
  const { named, isRead } = await scan({
    origins: { ESITE: 'www.shop.example', EUPPER: 'WWW.shop.example', EGONE: 'old.shop.example' },
    buckets: ['www.shop.example'],
    records: [alias('www.shop.example.', website), alias('old.shop.example.', 's3-website-us-west-2.amazonaws.com.')],
  })
  expect([named('ESITE'), named('EUPPER')]).toEqual([['www.shop.example'], ['www.shop.example']])
  expect(isRead('EGONE')).toBe(false)
})

test('hosts of buckets are compared without letter case', async () => {
  const { named } = await scan({
    origins: { EUPPER: `Shop-Files.S3.${region}.amazonaws.com` },
    buckets: ['shop-files'],
  })
  expect(named('EUPPER')).toEqual(['shop-files'])
})

const domain = (types: DomainName['endpointConfiguration'], more: DomainName = {}): DomainName => ({
  domainName: 'api.shop.example',
  endpointConfiguration: types,
  ...more,
})

describe('an API with a private and a public custom domain name of the same name', () => {
  const regionalDomainName = `d-abc.execute-api.${region}.amazonaws.com`
  const open = domain({ types: ['REGIONAL'] }, { regionalDomainName })
  const inner = (domainNameId: string) => domain({ types: ['PRIVATE'] }, { domainNameId })
  const program = {
    FunctionName: 'checkout',
    FunctionArn: `arn:aws:lambda:${region}:444455556666:function:checkout`,
    Environment: { Variables: { ORDERS: 'https://api.shop.example/orders' } },
  }
  const named = async (...domainNames: readonly DomainName[]) => {
    const found = await scan({
      origins: { EAPI: 'api.shop.example', EOTHER: 'www.shop.example' },
      records: [alias('api.shop.example.', `${regionalDomainName}.`), alias('www.shop.example.', 'api.shop.example.')],
      data: {
        apiGateway: { domainNames },
        apiGatewayV2: {
          domainNames: [{ DomainName: 'api.shop.example' }],
        },
        lambda: { functions: [program] },
      },
    })
    return [found.named('EAPI'), found.named('EOTHER'), found.named('checkout')]
  }

  test.each([[[open, inner('abc123')]], [[inner('abc123'), open]]])(
    'is the public one for distributions, and neither for programs: %j',
    async (domainNames) => {
      expect(await named(...domainNames)).toEqual([['api.shop.example'], ['api.shop.example'], []])
    },
  )

  test('is the private one for programs where there is no other', async () => {
    expect(await named(inner('abc123'))).toEqual([[], [], ['api.shop.example+abc123']])
  })
})

test.each<Place & { readonly domain: string }>([
  { partition: 'aws', region: 'us-east-1', domain: 'amazonaws.com' },
  { partition: 'aws-cn', region: 'cn-north-1', domain: 'amazonaws.com.cn' },
  { partition: 'aws-eusc', region: 'eusc-de-east-1', domain: 'amazonaws.eu' },
])('buckets of distributions have the domain of their partition: $domain', async ({ domain, ...place }) => {
  const given = {
    origins: { EFILES: `shop-files.s3.${place.region}.${domain}` },
    logging: `shop-logs.s3.${domain}`,
    buckets: ['shop-files', 'shop-logs'],
  }
  expect((await scan(given, place)).named('EFILES').toSorted()).toEqual(['shop-files', 'shop-logs'])
})

test.each<Place & { readonly domain: string }>([
  { partition: 'aws', region: 'us-east-1', domain: 'amazonaws.com' },
  { partition: 'aws-eusc', region: 'eusc-de-east-1', domain: 'amazonaws.eu' },
])('records lead to VPC endpoints of their partition: $domain', async ({ domain, ...place }) => {
  const host = `vpce-0123-abcd.vpce-svc-0456.${place.region}.vpce.${domain}.`
  const { named } = await scan(
    {
      origins: {},
      records: [alias('db.shop.example.', host)],
      data: { ec2: { vpcEndpoints: [{ VpcEndpointId: 'vpce-0123', State: 'Available' }] } },
    },
    place,
  )
  expect(named('Z1 db.shop.example. A')).toEqual(['Z1', 'vpce-0123'])
})
