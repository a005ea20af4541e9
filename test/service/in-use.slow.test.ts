/** Tests that unused components create no relations, and that missing ones don't count as outside the scan. */
import type { DistributionSummary } from '@aws-sdk/client-cloudfront'
import { describe, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import type { Collector } from '../../src/collect/collector.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { drawView } from '../../src/diagram/views/draw-view.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import type { Ec2Data } from '../../src/simulated/services/ec2.ts'
import type { GlobalData, RegionData } from '../../src/simulated/world.ts'
import { world as empty } from '../../src/simulated/worlds/empty.ts'

/** The services with resources in these tests, and those whose denied calls they depend on. */
const services = 'apigateway cloudfront directconnect ec2 elasticloadbalancing kms lambda logs rds route53 s3'.split(
  ' ',
)
const ofServices = catalogue.filter(({ service }) => services.includes(service.name))

const scan = (data: RegionData, global: GlobalData = {}, ...denied: readonly string[]) =>
  scanWith(ofServices, data, global, denied)

async function scanWith(
  collectors: readonly Collector[],
  data: RegionData,
  global: GlobalData,
  denied: readonly string[] = [],
) {
  const [account] = empty.accounts
  if (account === undefined) throw new Error('The empty world has an account')
  const cloud = await startSimulatedCloud({
    world: {
      accounts: [
        {
          ...account,
          denials: [{ actions: denied, by: 'identity-based policy', explicit: false }],
          regions: { 'us-east-1': data },
          global,
        },
      ],
    },
  })
  try {
    const graph = await scanSimulatedRegion(cloud, { collectors, onError: () => undefined })
    return {
      graph,
      named: (id: string) => graph.relations.flatMap(({ source, target }) => (source.id === id ? target.id : [])),
      resource: (id: string) => graph.resources.find((found) => found.id === id),
    }
  } finally {
    await cloud.close()
  }
}

const peering = (VpcPeeringConnectionId: string, Code: 'active' | 'deleted' | 'rejected') => ({
  VpcPeeringConnectionId,
  Status: { Code },
  RequesterVpcInfo: { VpcId: 'vpc-1' },
  AccepterVpcInfo: { VpcId: 'vpc-2' },
})

const vpn = (VpnConnectionId: string, State: 'available' | 'deleted' | 'deleting') => ({
  VpnConnectionId,
  State,
  VpnGatewayId: 'vgw-1',
  CustomerGatewayId: 'cgw-1',
})

const block = (CidrBlock: string, State: 'associated' | 'disassociated' | 'failed') => ({
  CidrBlock,
  CidrBlockState: { State },
})

const key = (id: string) => `arn:aws:kms:us-east-1:444455556666:key/${id}`

test('ended peering and VPN connections create no relations', async () => {
  const { named } = await scan({
    ec2: {
      vpcPeeringConnections: [peering('pcx-1', 'active'), peering('pcx-2', 'deleted'), peering('pcx-3', 'rejected')],
      vpnConnections: [vpn('vpn-1', 'available'), vpn('vpn-2', 'deleted'), vpn('vpn-3', 'deleting')],
    },
  })
  expect(named('pcx-1')).toEqual(['vpc-1', 'vpc-2'])
  // Its picture shows between which VPCs it was refused.
  expect(named('pcx-3')).toEqual(['vpc-1', 'vpc-2'])
  expect([...named('pcx-2'), ...named('vpn-2'), ...named('vpn-3')]).toEqual([])
  expect(named('vpn-1')).toEqual(['cgw-1', 'vgw-1'])
})

test.each<[component: string, data: (ended: boolean) => Ec2Data, targets: readonly string[]]>([
  [
    'NAT gateway',
    (ended) => ({
      natGateways: [
        {
          NatGatewayId: 'it',
          State: ended ? 'deleted' : 'available',
          SubnetId: 'subnet-1',
          NatGatewayAddresses: [{ AllocationId: 'eipalloc-1', NetworkInterfaceId: 'eni-1' }],
        },
      ],
    }),
    ['subnet-1', 'eipalloc-1', 'eni-1'],
  ],
  [
    'VPC endpoint',
    (ended) => ({
      vpcEndpoints: [
        {
          VpcEndpointId: 'it',
          State: ended ? 'Deleted' : 'Available',
          VpcId: 'vpc-1',
          NetworkInterfaceIds: ['eni-1'],
        },
      ],
    }),
    ['vpc-1', 'eni-1'],
  ],
  [
    'transit gateway attachment',
    (ended) => ({
      transitGatewayAttachments: [
        {
          TransitGatewayAttachmentId: 'it',
          State: ended ? 'deleted' : 'available',
          TransitGatewayId: 'tgw-1',
          ResourceType: 'vpc',
          ResourceId: 'vpc-1',
        },
      ],
    }),
    ['tgw-1', 'vpc-1'],
  ],
  [
    'internet gateway',
    (ended) => ({
      internetGateways: [
        { InternetGatewayId: 'it', Attachments: [{ VpcId: 'vpc-1', State: ended ? 'detached' : 'attached' }] },
      ],
    }),
    ['vpc-1'],
  ],
  [
    'egress-only internet gateway',
    (ended) => ({
      egressOnlyInternetGateways: [
        {
          EgressOnlyInternetGatewayId: 'it',
          Attachments: [{ VpcId: 'vpc-1', State: ended ? 'detached' : 'attached' }],
        },
      ],
    }),
    ['vpc-1'],
  ],
  [
    'attachment of a virtual private gateway',
    (ended) => ({
      vpnGateways: [
        { VpnGatewayId: 'it', VpcAttachments: [{ VpcId: 'vpc-1', State: ended ? 'detached' : 'attached' }] },
      ],
    }),
    ['vpc-1'],
  ],
  [
    'association of a Client VPN endpoint',
    (ended) => ({
      clientVpnEndpoints: [{ ClientVpnEndpointId: 'it' }],
      clientVpnNetworks: {
        it: [{ TargetNetworkId: 'subnet-1', Status: { Code: ended ? 'disassociated' : 'associated' } }],
      },
    }),
    ['subnet-1'],
  ],
  [
    'route table',
    (ended) => ({
      routeTables: [
        {
          RouteTableId: 'it',
          Associations: ['subnet-1', undefined].map((SubnetId) => ({
            ...(SubnetId === undefined ? { GatewayId: 'igw-1' } : { SubnetId }),
            AssociationState: { State: ended ? ('disassociated' as const) : ('associated' as const) },
          })),
        },
      ],
    }),
    ['igw-1', 'subnet-1'],
  ],
  [
    'stale rule of a security group',
    (ended) => ({
      securityGroups: [
        {
          GroupId: 'it',
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              UserIdGroupPairs: [
                { GroupId: 'sg-1', VpcPeeringConnectionId: 'pcx-1', PeeringStatus: ended ? 'deleted' : 'active' },
              ],
            },
          ],
        },
      ],
    }),
    ['sg-1'],
  ],
])('an ended %s has no relations', async (_, data, targets) => {
  expect((await scan({ ec2: data(false) })).named('it').toSorted()).toEqual(targets.toSorted())
  expect((await scan({ ec2: data(true) })).named('it')).toEqual([])
})

test('a Direct Connect gateway has relations to the gateways that are associated with it', async () => {
  const { named, resource } = await scan(
    { ec2: { vpnGateways: [{ VpnGatewayId: 'vgw-1' }, { VpnGatewayId: 'vgw-2' }] } },
    {
      directConnect: {
        directConnectGateways: [{ directConnectGatewayId: 'dx-1' }],
        directConnectGatewayAssociations: ['vgw-1', 'vgw-2'].map((id) => ({
          directConnectGatewayId: 'dx-1',
          associationState: id === 'vgw-1' ? ('associated' as const) : ('disassociated' as const),
          associatedGateway: { id, type: 'virtualPrivateGateway' as const, region: 'us-east-1' },
          allowedPrefixesToDirectConnectGateway: [{ cidr: '10.0.0.0/16' }],
        })),
      },
    },
  )
  expect(named('dx-1')).toEqual(['vgw-1'])
  expect(resource('dx-1')?.properties['allowedPrefixes']).toEqual([{ gateway: 'vgw-1', cidrBlocks: ['10.0.0.0/16'] }])
})

const association = (directConnectGatewayId: string, associationState: 'associated' | 'disassociated') => ({
  directConnectGatewayId,
  directConnectGatewayOwnerAccount: '222222222222',
  virtualGatewayId: 'vgw-1',
  associationState,
  associatedGateway: { id: 'vgw-1', type: 'virtualPrivateGateway' as const, region: 'us-east-1' },
})

test('a virtual private gateway has its Direct Connect gateways, also those of other accounts', async () => {
  const { resource } = await scan(
    { ec2: { vpnGateways: [{ VpnGatewayId: 'vgw-1' }, { VpnGatewayId: 'vgw-2' }] } },
    {
      directConnect: {
        directConnectGatewayAssociations: [
          association('dx-2', 'associated'),
          association('dx-1', 'associated'),
          association('dx-gone', 'disassociated'),
        ],
      },
    },
  )
  expect(resource('vgw-1')?.properties['directConnectGateways']).toEqual(['dx-1', 'dx-2'])
  expect(resource('vgw-2')?.properties['directConnectGateways']).toEqual([])
})

const image = (ImageId: string, State: 'available' | 'disabled' | 'pending') => ({
  ImageId,
  State,
  OwnerId: '444455556666',
  Public: false,
})

test('disabled and pending AMIs are kept, and shared with nobody', async () => {
  const shared = [{ UserId: '222222222222' }]
  const { graph, resource } = await scan({
    ec2: {
      images: [image('ami-1', 'available'), image('ami-2', 'disabled'), image('ami-3', 'pending')],
      launchPermissions: { 'ami-1': shared, 'ami-2': shared, 'ami-3': shared },
    },
  })
  const sharedWith = ['ami-1', 'ami-2', 'ami-3'].map((id) => resource(id)?.properties['sharedWith'])
  expect(sharedWith).toEqual([['222222222222'], [], []])
  expect(exposures(indexGraph(graph)).flatMap(({ kind, resource: { id } }) => (kind === 'copy' ? id : []))).toEqual([
    'ami-1',
  ])
})

test('a virtual private gateway is kept without its Direct Connect gateways if they were denied', async () => {
  const action = 'directconnect:DescribeDirectConnectGatewayAssociations'
  const { graph, resource } = await scan({ ec2: { vpnGateways: [{ VpnGatewayId: 'vgw-1' }] } }, {}, action)
  expect(resource('vgw-1')).toMatchObject({ partial: true, properties: {} })
  expect(resource('vgw-1')?.properties).not.toHaveProperty('directConnectGateways')
  const coverage = graph.coverage.find(({ type }) => type === 'AWS::EC2::VPNGateway')
  expect(coverage).toMatchObject({ status: 'collected', reason: expect.stringContaining(action) as string })
})

test('a black hole has no target, and its route is still listed', async () => {
  const { named, resource } = await scan({
    ec2: {
      routeTables: [
        {
          RouteTableId: 'rtb-1',
          VpcId: 'vpc-1',
          Routes: [
            { DestinationCidrBlock: '0.0.0.0/0', GatewayId: 'igw-gone', State: 'blackhole' },
            { DestinationCidrBlock: '10.1.0.0/16', NatGatewayId: 'nat-gone', State: 'blackhole' },
            { DestinationCidrBlock: '10.2.0.0/16', NatGatewayId: 'nat-1', State: 'active' },
          ],
        },
      ],
    },
  })
  expect(named('rtb-1')).toEqual(['vpc-1', 'nat-1'])
  expect([resource('igw-gone'), resource('nat-gone')]).toEqual([undefined, undefined])
  expect(resource('rtb-1')?.properties['routes']).toHaveLength(3)
})

test('address blocks count while they are associated', async () => {
  const { resource } = await scan({
    ec2: {
      vpcs: [
        {
          VpcId: 'vpc-1',
          CidrBlock: '10.0.0.0/16',
          CidrBlockAssociationSet: [
            block('10.0.0.0/16', 'associated'),
            block('10.1.0.0/16', 'disassociated'),
            block('10.2.0.0/16', 'failed'),
          ],
          Ipv6CidrBlockAssociationSet: [
            { Ipv6CidrBlock: '2001:db8:1::/56', Ipv6CidrBlockState: { State: 'associated' } },
            { Ipv6CidrBlock: '2001:db8:2::/56', Ipv6CidrBlockState: { State: 'disassociated' } },
          ],
        },
      ],
    },
  })
  expect(resource('vpc-1')?.properties['cidrBlocks']).toEqual(['10.0.0.0/16', '2001:db8:1::/56'])
})

test('a snapshot has a relation to its volume while that exists', async () => {
  const snapshots = ['vol-1', 'vol-gone', 'vol-ffffffff'].map((VolumeId) => ({
    SnapshotId: `snap-of-${VolumeId}`,
    OwnerId: '444455556666',
    VolumeId,
  }))
  const { named, resource } = await scan({ ec2: { volumes: [{ VolumeId: 'vol-1' }], snapshots } })
  expect(['vol-1', 'vol-gone', 'vol-ffffffff'].map((id) => named(`snap-of-${id}`))).toEqual([['vol-1'], [], []])
  expect(resource('vol-gone')).toBeUndefined()
})

const ofInstance = (id: string, of: string) => ({
  DBSnapshotIdentifier: id,
  DBInstanceIdentifier: 'orders',
  DbiResourceId: of,
  SnapshotType: 'manual',
})
const ofCluster = (id: string, of: string) => ({
  DBClusterSnapshotIdentifier: id,
  DBClusterIdentifier: 'carts',
  DbClusterResourceId: of,
  SnapshotType: 'manual',
  Engine: 'aurora-mysql',
})

test('a snapshot of a database has a relation to it by its resource ID, not by its name', async () => {
  const { named, resource } = await scan({
    rds: {
      instances: [{ DBInstanceIdentifier: 'orders-renamed', DbiResourceId: 'db-1', Engine: 'postgres' }],
      clusters: [{ DBClusterIdentifier: 'carts', DbClusterResourceId: 'cluster-1', Engine: 'aurora-mysql' }],
      snapshots: [ofInstance('of-it', 'db-1'), ofInstance('of-an-earlier-one', 'db-0')],
      clusterSnapshots: [ofCluster('of-cluster', 'cluster-1'), ofCluster('of-an-earlier-cluster', 'cluster-0')],
    },
  })
  expect(named('of-it')).toEqual(['orders-renamed'])
  expect(named('of-cluster')).toEqual(['carts'])
  expect([...named('of-an-earlier-one'), ...named('of-an-earlier-cluster')]).toEqual([])
  expect(resource('orders')).toBeUndefined()
})

test('a snapshot of a database has a relation to it by its name if the databases are denied', async () => {
  const { named, resource } = await scan(
    {
      rds: {
        instances: [{ DBInstanceIdentifier: 'orders', DbiResourceId: 'db-1', Engine: 'postgres' }],
        snapshots: [ofInstance('of-it', 'db-1')],
        clusterSnapshots: [ofCluster('of-cluster', 'cluster-1')],
      },
    },
    {},
    'rds:DescribeDBInstances',
    'rds:DescribeDBClusters',
  )
  expect([named('of-it'), named('of-cluster')]).toEqual([['orders'], ['carts']])
  expect([resource('orders')?.presence, resource('carts')?.presence]).toEqual(['unknown', 'unknown'])
})

test('the default key of a service does not count as outside the scan, a key of another account does', async () => {
  const [byDefault, own, foreign] = ['1', '2', '3'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`)
  const { resource } = await scan({
    kms: {
      keys: [
        { KeyId: byDefault, Arn: key(byDefault ?? ''), KeyManager: 'AWS' },
        { KeyId: own, Arn: key(own ?? ''), KeyManager: 'CUSTOMER' },
      ],
      aliases: [{ AliasName: 'alias/aws/ebs', TargetKeyId: byDefault }],
    },
    ec2: {
      volumes: [byDefault, own, foreign].map((id) => ({ VolumeId: `vol-${id}`, KmsKeyId: key(id ?? '') })),
    },
  })
  expect([byDefault, own, foreign].map((id) => resource(id ?? '')?.presence)).toEqual([undefined, 'read', 'external'])
})

test('a deleted key pair and a log group that no function has written to are not outside the scan', async () => {
  const { named, resource } = await scan({
    ec2: { reservations: [{ Instances: [{ InstanceId: 'i-1', KeyName: 'deleted', State: { Name: 'running' } }] }] },
    lambda: {
      functions: [
        {
          FunctionName: 'f',
          FunctionArn: 'arn:aws:lambda:us-east-1:444455556666:function:f',
          LoggingConfig: { LogGroup: '/aws/lambda/f' },
        },
      ],
    },
  })
  expect([...named('i-1'), ...named('f')]).toEqual(['deleted', '/aws/lambda/f'])
  expect([resource('deleted'), resource('/aws/lambda/f')]).toEqual([undefined, undefined])
})

const throughVpcLink = (connectionId: string, integrationTarget?: string) => ({
  methodIntegration: { connectionType: 'VPC_LINK' as const, connectionId, integrationTarget },
})

test('deleted VPC links that APIs still name are not outside the scan', async () => {
  const balancer = 'arn:aws:elasticloadbalancing:us-east-1:444455556666:loadbalancer/app/shop/0123456789abcdef'
  const { graph, named } = await scan({
    apiGateway: {
      restApis: [{ id: 'rest' }],
      resources: {
        rest: [
          {
            id: 'root',
            path: '/',
            resourceMethods: { GET: throughVpcLink('v1-kept'), PUT: throughVpcLink('v1-deleted') },
          },
          { id: 'new', path: '/new', resourceMethods: { GET: throughVpcLink('v2-deleted', balancer) } },
        ],
      },
      stages: { rest: [] },
      vpcLinks: [{ id: 'v1-kept', name: 'kept' }],
    },
    apiGatewayV2: {
      apis: [{ ApiId: 'http', Name: 'http', ProtocolType: 'HTTP', RouteSelectionExpression: '$request.path' }],
      integrations: { http: [{ ConnectionType: 'VPC_LINK', ConnectionId: 'v2-deleted' }] },
      vpcLinks: [],
    },
  })
  expect([...named('rest'), ...named('http')].filter((id) => id.startsWith('v')).toSorted()).toEqual([
    'v1-deleted',
    'v1-kept',
    'v2-deleted',
    'v2-deleted',
  ])
  const links = graph.resources.filter(({ type }) => type.endsWith('::VpcLink'))
  expect(links.map(({ id, presence }) => [id, presence])).toEqual([['v1-kept', 'read']])
})

const bucket = (Name: string) => ({ Name, BucketRegion: 'us-east-1', CreationDate: new Date(0) })

const distribution = (Id: string, ...origins: readonly string[]): DistributionSummary => ({
  Id,
  ARN: `arn:aws:cloudfront::444455556666:distribution/${Id}`,
  Status: 'Deployed',
  LastModifiedTime: new Date(0),
  DomainName: `${Id.toLowerCase()}.cloudfront.net`,
  Aliases: { Quantity: 0 },
  Origins: { Quantity: origins.length, Items: origins.map((DomainName) => ({ Id: DomainName, DomainName })) },
  DefaultCacheBehavior: { TargetOriginId: 'shop', ViewerProtocolPolicy: 'redirect-to-https' },
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
})

const alias = (region: string, suffix = '-s3alias') => `shop-ap-abc123${suffix}.s3.${region}.amazonaws.com`

describe('distributions with the alias of an S3 access point as origin', () => {
  const Logging = { Enabled: true, IncludeCookies: false, Bucket: 'shop-logs.s3.amazonaws.com', Prefix: '' }
  const distributions = [
    { ...distribution('EHERE', alias('us-east-1')), Logging },
    distribution('ELAMBDA', alias('us-east-1', '--ol-s3')),
    distribution('EELSEWHERE', alias('eu-west-1')),
    distribution('ENOWHERE', 'shop-ap-abc123-s3alias.s3.amazonaws.com', 'shop.example'),
    distribution('EBOTH', 'shop-files.s3.us-east-1.amazonaws.com', alias('us-east-1')),
  ]
  const read = () =>
    // Each type that is not read may be exposed.
    scanWith(
      catalogue,
      {},
      {
        s3: { buckets: [bucket('shop-files'), bucket('shop-logs')] },
        cloudFront: { distributions },
      },
    )

  test('belong to the region of the alias, and do not make a bucket of it', async () => {
    const { named, graph } = await read()
    const described = graph.resources.filter(({ type }) => /CloudFront|S3/.test(type))
    expect(described.map(({ id, presence }) => `${id} ${presence}`)).toEqual([
      'EBOTH read',
      'EHERE read',
      'ELAMBDA read',
      'shop-files read',
      'shop-logs read',
    ])
    expect([named('EHERE'), named('ELAMBDA'), named('EBOTH')]).toEqual([['shop-logs'], [], ['shop-files']])
    expect(graph.coverage.find(({ type }) => type === 'AWS::CloudFront::Distribution')).toMatchObject({ count: 3 })
  })

  test('are open to the internet, and have a data flow only to what was read', async () => {
    const { graph } = await read()
    const entries = exposures(indexGraph(graph))
    expect(entries.map(({ resource, from, verdict }) => [resource.id, from, verdict])).toEqual([
      ['EBOTH', 'internet', 'open'],
      ['EHERE', 'internet', 'open'],
      ['ELAMBDA', 'internet', 'open'],
    ])
    const { edges, notDrawn } = drawView('dataflow', graph)
    expect(edges.map(({ source, target }) => `${source} ${target}`)).toEqual([
      'AWS::CloudFront::Distribution/EBOTH AWS::S3::Bucket/shop-files',
      ...['EBOTH', 'EHERE', 'ELAMBDA'].map((id) => `internet AWS::CloudFront::Distribution/${id}`),
    ])
    expect(notDrawn.map(({ what }) => what)).not.toContainEqual(expect.stringContaining('CloudFront'))
  })
})

const hostsIn = (region: string): readonly string[] => [
  `of-another-account.s3.${region}.amazonaws.com`,
  `of-another-account.s3-${region}.amazonaws.com`,
  `of-another-account.s3.dualstack.${region}.amazonaws.com`,
  `of-another-account.s3-website.${region}.amazonaws.com`,
  `of-another-account.s3-website-${region}.amazonaws.com`,
  `s3.${region}.amazonaws.com`,
  `shop-ap-444455556666.s3-accesspoint.${region}.amazonaws.com`,
  `shop-olap-444455556666.s3-object-lambda.${region}.amazonaws.com`,
  `abc.lambda-url.${region}.on.aws`,
  `abc.execute-api.${region}.amazonaws.com`,
  `shop-123.${region}.elb.amazonaws.com`,
  `shop-123.elb.${region}.amazonaws.com`,
  `abc.data.mediastore.${region}.amazonaws.com`,
  `abc.mediapackage.${region}.amazonaws.com`,
  `abc.egress.def.mediapackagev2.${region}.amazonaws.com`,
  `abc.${region}.awsapprunner.com`,
  `shop.eba-abc.${region}.elasticbeanstalk.com`,
  `ec2-198-51-100-1.${region}.compute.amazonaws.com`,
  `ip-10-0-0-1.${region}.compute.internal`,
  `shop.abc.${region}.cs.amazonlightsail.com`,
  `shop.auth.${region}.amazoncognito.com`,
]

// The name of a bucket may contain another region than the one of its host.
const bucketHosts = (inName: string, of: string) => [
  `logs.${inName}.s3.${of}.amazonaws.com`,
  `my-${inName}.s3-website-${of}.amazonaws.com`,
]

test('a distribution belongs to the region that the host of an origin names, and to no other', async () => {
  const [here, gone] = ['us-east-1', 'us-west-2']
  const expected = [
    ...hostsIn(here),
    ...bucketHosts(gone, here),
    'ec2-198-51-100-1.compute-1.amazonaws.com',
    'ip-10-0-0-1.ec2.internal',
  ]
  const others = [...hostsIn(gone), ...bucketHosts(here, gone), `my-${here}.s3.amazonaws.com`, 'shop.example']
  const origins = [...expected, ...others]
  const distributions = origins.map((origin, position) => distribution(`E${position}`, origin))
  const { resource } = await scan({}, { cloudFront: { distributions } })
  expect(origins.filter((_, position) => resource(`E${position}`) !== undefined)).toEqual(expected)
})

test('a distribution to a bucket of another account has a relation to it', async () => {
  const { named, resource } = await scan(
    {},
    { cloudFront: { distributions: [distribution('EOTHER', 'of-another-account.s3.us-east-1.amazonaws.com')] } },
  )
  expect(named('EOTHER')).toEqual(['of-another-account'])
  expect(resource('of-another-account')?.presence).toBe('external')
})

test('a distribution whose own origin name leads to the region by a record keeps its log destination', async () => {
  const Logging = { Enabled: true, IncludeCookies: false, Bucket: 'shop-logs.s3.amazonaws.com', Prefix: '' }
  const { named, resource } = await scan(
    {},
    {
      s3: { buckets: [bucket('shop-logs')] },
      route53: {
        hostedZones: [{ Id: '/hostedzone/Z1', Name: 'shop.example.', CallerReference: '1', ResourceRecordSetCount: 4 }],
        records: {
          '/hostedzone/Z1': ['us-east-1', 'us-west-2'].map((region) => ({
            Name: `${region}.shop.example.`,
            Type: 'CNAME' as const,
            TTL: 60,
            ResourceRecords: [{ Value: `of-another-account.${region}.elb.amazonaws.com` }],
          })),
        },
      },
      cloudFront: {
        distributions: [
          { ...distribution('EHERE', 'us-east-1.shop.example'), Logging },
          distribution('ESILENT', 'us-east-1.shop.example'),
          { ...distribution('EELSEWHERE', 'us-west-2.shop.example'), Logging },
        ],
      },
    },
  )
  expect(named('EHERE')).toEqual(['shop-logs'])
  expect([resource('ESILENT')?.presence, resource('EELSEWHERE')]).toEqual(['read', undefined])
})
