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

const address = (PublicIp: string) => ({ PrivateIpAddress: '10.0.0.9', Association: { PublicIp } })

describe('an instance as an origin', () => {
  const data: RegionData = {
    ec2: {
      reservations: [
        {
          Instances: [
            {
              InstanceId: 'i-blog',
              State: { Code: 16, Name: 'running' },
              PublicIpAddress: '198.51.100.1',
              PrivateDnsName: 'ip-10-0-0-9.eu-west-1.compute.internal',
              NetworkInterfaces: [
                { PrivateIpAddresses: [address('198.51.100.1'), address('198.51.100.2')] },
                { PrivateIpAddresses: [address('198.51.100.3')] },
              ],
            },
            {
              InstanceId: 'i-one',
              State: { Code: 16, Name: 'running' },
              PrivateDnsName: 'ip-10-0-0-7.eu-west-1.compute.internal',
            },
            {
              InstanceId: 'i-other',
              State: { Code: 16, Name: 'running' },
              PrivateDnsName: 'ip-10-0-0-7.eu-west-1.compute.internal',
            },
            // A stopped instance has no public name.
            { InstanceId: 'i-stopped', State: { Code: 80, Name: 'stopped' }, PrivateDnsName: '' },
          ],
        },
      ],
    },
  }

  const found = {
    'its public name': 'ec2-198-51-100-1.eu-west-1.compute.amazonaws.com',
    'its public name in capitals': 'EC2-198-51-100-1.EU-WEST-1.compute.amazonaws.com',
    'the name of a second Elastic IP address': 'ec2-198-51-100-2.eu-west-1.compute.amazonaws.com',
    'the name of an address of its second interface': 'ec2-198-51-100-3.eu-west-1.compute.amazonaws.com',
    'its private name, through a VPC origin': 'ip-10-0-0-9.eu-west-1.compute.internal',
    'a record with its address': 'blog.shop.example',
    'a record with its public name': 'cname.shop.example',
    'the nearest wildcard record': 'anything.apps.shop.example',
  }
  const notFound = {
    'a private name that two VPCs have': 'ip-10-0-0-7.eu-west-1.compute.internal',
    'an address that no instance has': 'ec2-198-51-100-9.eu-west-1.compute.amazonaws.com',
    'an instance of another region': 'ec2-198-51-100-1.us-west-2.compute.amazonaws.com',
    'a text record': 'text.shop.example',
  }

  test('is found by its names and addresses, and by no others', async () => {
    const { named, isRead } = await scan({
      origins: { ...found, ...notFound },
      records: [
        { Name: 'blog.shop.example.', Type: 'A', TTL: 60, ResourceRecords: [{ Value: '198.51.100.2' }] },
        { Name: 'text.shop.example.', Type: 'TXT', TTL: 60, ResourceRecords: [{ Value: '198.51.100.2' }] },
        {
          Name: 'cname.shop.example.',
          Type: 'CNAME',
          TTL: 60,
          ResourceRecords: [{ Value: 'ec2-198-51-100-3.eu-west-1.compute.amazonaws.com' }],
        },
        alias(String.raw`\052.shop.example.`, 'nothing.elsewhere.example.'),
        alias(String.raw`\052.apps.shop.example.`, 'blog.shop.example.'),
      ],
      data,
    })
    const all = Object.keys({ ...found, ...notFound })
    expect(all.filter((id) => named(id).join() === 'i-blog')).toEqual(Object.keys(found))
    expect(all.flatMap((id) => (named(id).length === 0 ? [[id, isRead(id)]] : []))).toEqual([
      ['a private name that two VPCs have', true],
      ['an address that no instance has', true],
      ['an instance of another region', false],
      ['a text record', false],
    ])
  })

  test('has another name in the first region', async () => {
    const { named } = await scan(
      { origins: { EBLOG: 'ec2-198-51-100-1.compute-1.amazonaws.com' }, data },
      { partition: 'aws', region: 'us-east-1' },
    )
    expect(named('EBLOG')).toEqual(['i-blog'])
  })
})

test('a GraphQL API as an origin is found by its host name', async () => {
  const host = `abc123.appsync-api.${region}.amazonaws.com`
  const { named } = await scan({
    origins: { EGRAPH: host, EOTHERS: `other.appsync-api.${region}.amazonaws.com` },
    data: { appSync: { graphqlApis: [{ apiId: 'catalog', uris: { GRAPHQL: `https://${host}/graphql` } }] } },
  })
  expect([named('EGRAPH'), named('EOTHERS')]).toEqual([['catalog'], []])
})

/** Of every kind that names its region. */
const hostsIn = (place: string) => [
  `partner-files.s3.${place}.amazonaws.com`,
  `partner-files.s3-${place}.amazonaws.com`,
  `partner-files.s3.dualstack.${place}.amazonaws.com`,
  `partner-files.s3-fips.${place}.amazonaws.com`,
  `partner-files.s3-website-${place}.amazonaws.com`,
  `partner-files.s3-website.${place}.amazonaws.com`,
  `reports-123456789012.s3-accesspoint.${place}.amazonaws.com`,
  `reports-abc-s3alias.s3.${place}.amazonaws.com`,
  `reports-123456789012.s3-object-lambda.${place}.amazonaws.com`,
  `abcdef123.lambda-url.${place}.on.aws`,
  `abc123.execute-api.${place}.amazonaws.com`,
  `abc123.execute-api.${place}.api.aws`,
  `d-abc123.execute-api.${place}.amazonaws.com`,
  `abc123.appsync-api.${place}.amazonaws.com`,
  `shop-123.${place}.elb.amazonaws.com`,
  `shop-123.elb.${place}.amazonaws.com`,
  `dualstack.shop-123.${place}.elb.amazonaws.com`,
  `internal-shop-123.${place}.elb.amazonaws.com`,
  `abc123.${place}.awsapprunner.com`,
  `shop.${place}.elasticbeanstalk.com`,
  `shop.abc123.${place}.cs.amazonlightsail.com`,
  `abc123.data.mediastore.${place}.amazonaws.com`,
  `abc123.mediapackage.${place}.amazonaws.com`,
  `abc123.egress.def456.mediapackagev2.${place}.amazonaws.com`,
  `vpce-0123-abcd.vpce-svc-0456.${place}.vpce.amazonaws.com`,
  `search-shop-abc123.${place}.es.amazonaws.com`,
  `shop.auth.${place}.amazoncognito.com`,
  `ec2-198-51-100-1.${place}.compute.amazonaws.com`,
  `ip-10-0-0-1.${place}.compute.internal`,
  `SHOP-123.${place.toUpperCase()}.ELB.amazonaws.com`,
]

describe('a distribution with an origin of which nothing is known but its region', () => {
  test('is in the scan of this region, directly and behind a name of the customer, and in no other', async () => {
    const all = [...hostsIn(region), ...hostsIn('us-west-2')]
    const origins = Object.fromEntries(
      all.flatMap((host, place) => [
        [`ED${place}`, host],
        [`EN${place}`, `name-${place}.shop.example`],
      ]),
    )
    const { isRead } = await scan({
      origins,
      records: all.map((host, place) => ({
        Name: `name-${place}.shop.example.`,
        Type: 'CNAME' as const,
        TTL: 60,
        ResourceRecords: [{ Value: host }],
      })),
    })
    const kept = (prefix: string) => all.filter((_, place) => isRead(`${prefix}${place}`))
    expect(kept('ED')).toEqual(hostsIn(region))
    expect(kept('EN')).toEqual(hostsIn(region))
  })
})
