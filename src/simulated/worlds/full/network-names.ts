/**
 * DNS and content delivery: zones with their records, resolvers, and distributions. Some point to this region, some to
 * others.
 */
import type { DistributionConfig, DistributionSummary, Origin } from '@aws-sdk/client-cloudfront'
import type { ResourceRecordSet } from '@aws-sdk/client-route-53'
import type { GlobalData, RegionData } from '../../world.ts'
import { hexDigits, resourceId } from '../resource-id.ts'
import { accountId, addressIn, region, vpcId as storefrontVpcId, zones } from '../three-tier-network.ts'
import { edgeApiDomain, edgeApiHost, regionalApiDomain, regionalApiHost } from './api-domains.ts'
import { environmentOfEverything, stockReportUrlHost } from './compute-functions.ts'
import { uuid as dataUuid } from './data-place.ts'
import { functionArn, graphqlApiId, restApiId, uuid } from './integration-names.ts'
import { logGroupNames } from './log-destinations.ts'
import { applianceGroupId, arn, edgeSubnetId, vpcId } from './shared-network.ts'

const publicZone = '/hostedzone/Z0SHOPPUBLIC'
const privateZone = '/hostedzone/Z0SHOPPRIVATE'
export const publicBalancerHost = `storefront-public-${Number.parseInt(hexDigits('dns storefront-public', 8), 16)}.${region}.elb.amazonaws.com`
const statusPageHost = `${dataUuid('app runner status-page').replaceAll('-', '').slice(0, 10)}.${region}.awsapprunner.com`
const shopDistributionHost = 'd111111abcdef8.cloudfront.net'

const resolverEndpointId = `rslvr-out-${hexDigits('resolver endpoint', 17)}`
const forwardRuleId = `rslvr-rr-${hexDigits('resolver rule', 17)}`

/** One host of each kind of endpoint. */
const endpointHosts = Object.values(environmentOfEverything).flatMap(
  (value) => /[\w.-]+\.amazonaws\.com/.exec(value)?.[0] ?? [],
)

function alias(name: string, host: string): ResourceRecordSet {
  return {
    Name: name,
    Type: 'A',
    AliasTarget: { HostedZoneId: 'Z35SXDOTRQ7X7K', DNSName: `${host}.`, EvaluateTargetHealth: false },
  }
}

function record(name: string, type: 'CNAME' | 'TXT' | 'NS', value: string): ResourceRecordSet {
  return { Name: name, Type: type, TTL: 300, ResourceRecords: [{ Value: value }] }
}

const zone = (id: string, name: string, isPrivate: boolean) => ({
  Id: id,
  Name: name,
  CallerReference: uuid(`zone ${name}`),
  Config: { PrivateZone: isPrivate },
})

const distributionOf = (id: string) => `arn:aws:cloudfront::${accountId}:distribution/${id}`
export const distributionArn = distributionOf('E1SHOP')

const queryLogId = (name: string) => `rqlc-${hexDigits(`query log ${name}`, 16)}`
const queryLog = (name: string, DestinationArn: string) => ({
  Id: queryLogId(name),
  Arn: arn('route53resolver', `resolver-query-log-config/${queryLogId(name)}`),
  Name: name,
  OwnerId: accountId,
  Status: 'CREATED',
  ShareStatus: 'NOT_SHARED',
  AssociationCount: 1,
  DestinationArn,
})
const dnsFirewallId = `rslvr-frg-${hexDigits('dns firewall', 16)}`

/** Logging and blocking of DNS queries from VPCs. */
const dnsGuards = {
  resolverQueryLogConfigs: [
    queryLog('all queries', arn('logs', `log-group:${logGroupNames.queries}`)),
    queryLog('archive', `arn:aws:s3:::storefront-access-logs-${accountId}`),
    queryLog('analysis', arn('firehose', 'deliverystream/logs-to-archive')),
  ],
  resolverQueryLogConfigAssociations: [
    {
      Id: `rqlca-${hexDigits('query log storefront', 16)}`,
      ResolverQueryLogConfigId: queryLogId('all queries'),
      ResourceId: storefrontVpcId,
      Status: 'ACTIVE',
    },
  ],
  firewallRuleGroups: [
    {
      Id: dnsFirewallId,
      Arn: arn('route53resolver', `firewall-rule-group/${dnsFirewallId}`),
      Name: 'known-bad-names',
      OwnerId: accountId,
      ShareStatus: 'NOT_SHARED',
    },
  ],
  firewallRuleGroupAssociations: [
    {
      Id: `rslvr-frgassoc-${hexDigits('dns firewall storefront', 16)}`,
      FirewallRuleGroupId: dnsFirewallId,
      VpcId: storefrontVpcId,
      Priority: 101,
      Status: 'COMPLETE',
    },
  ],
}

const none = { Quantity: 0 }

function distribution(
  id: string,
  host: string,
  origins: Origin[],
  more: Partial<DistributionSummary & Pick<DistributionConfig, 'Logging'>>,
) {
  return {
    Id: id,
    ARN: distributionOf(id),
    Status: 'Deployed',
    LastModifiedTime: new Date('2026-03-02T08:00:00Z'),
    DomainName: host,
    Aliases: none,
    Origins: { Quantity: origins.length, Items: origins },
    DefaultCacheBehavior: { TargetOriginId: origins[0]?.Id, ViewerProtocolPolicy: 'redirect-to-https' },
    CacheBehaviors: none,
    CustomErrorResponses: none,
    Comment: '',
    PriceClass: 'PriceClass_100',
    Enabled: true,
    ViewerCertificate: { CloudFrontDefaultCertificate: true },
    Restrictions: { GeoRestriction: { RestrictionType: 'none', Quantity: 0 } },
    WebACLId: '',
    HttpVersion: 'http2and3',
    IsIPV6Enabled: true,
    Staging: false,
    ...more,
  } satisfies DistributionSummary
}

const origin = (Id: string, DomainName: string): Origin => ({ Id, DomainName, OriginPath: '' })

export const regionData: RegionData = {
  route53Resolver: {
    resolverEndpoints: [
      {
        Id: resolverEndpointId,
        Arn: arn('route53resolver', `resolver-endpoint/${resolverEndpointId}`),
        Name: 'to-data-center',
        SecurityGroupIds: [applianceGroupId],
        Direction: 'OUTBOUND',
        IpAddressCount: 2,
        HostVPCId: vpcId,
        Status: 'OPERATIONAL',
        ResolverEndpointType: 'IPV4',
        Protocols: ['Do53'],
      },
    ],
    addresses: {
      [resolverEndpointId]: ['10.60.0.10', '10.60.0.11'].map((Ip) => ({
        IpId: `rni-${hexDigits(`address ${Ip}`, 17)}`,
        SubnetId: edgeSubnetId,
        Ip,
        Status: 'ATTACHED',
      })),
    },
    resolverRules: [
      {
        Id: forwardRuleId,
        Arn: arn('route53resolver', `resolver-rule/${forwardRuleId}`),
        Name: 'corporate',
        DomainName: 'corp.example.',
        Status: 'COMPLETE',
        RuleType: 'FORWARD',
        TargetIps: [{ Ip: '192.0.2.53', Port: 53, Protocol: 'Do53' }],
        ResolverEndpointId: resolverEndpointId,
        OwnerId: accountId,
        ShareStatus: 'NOT_SHARED',
      },
      {
        Id: 'rslvr-autodefined-rr-internet-resolver',
        Arn: `arn:aws:route53resolver:${region}::autodefined-rule/rslvr-autodefined-rr-internet-resolver`,
        Name: 'Internet Resolver',
        DomainName: '.',
        Status: 'COMPLETE',
        RuleType: 'RECURSIVE',
        OwnerId: 'Route 53 Resolver',
        ShareStatus: 'NOT_SHARED',
      },
    ],
    resolverRuleAssociations: [
      {
        Id: `rslvr-rrassoc-${hexDigits('association corporate', 17)}`,
        ResolverRuleId: forwardRuleId,
        VPCId: vpcId,
        Status: 'COMPLETE',
      },
    ],
    ...dnsGuards,
  },
}

export const globalData: GlobalData = {
  route53: {
    hostedZones: [
      zone(publicZone, 'shop.example.', false),
      zone(privateZone, 'shop.internal.', true),
      zone('/hostedzone/Z0ELSEWHERE', 'elsewhere.example.', false),
      zone('/hostedzone/Z0NOTHING', 'nothing.example.', false),
    ],
    queryLoggingConfigs: [
      {
        Id: uuid('query logs shop.example'),
        HostedZoneId: publicZone.replace('/hostedzone/', ''),
        CloudWatchLogsLogGroupArn: arn('logs', `log-group:${logGroupNames.publicQueries}`),
      },
    ],
    vpcs: { [privateZone]: [{ VPCRegion: region, VPCId: storefrontVpcId }] },
    records: {
      [publicZone]: [
        record('shop.example.', 'NS', 'ns-1.awsdns-01.com.'),
        alias('shop.example.', shopDistributionHost),
        alias('direct.shop.example.', `dualstack.${publicBalancerHost}`),
        alias('fast.shop.example.', 'a1234567890abcdef.awsglobalaccelerator.com'),
        alias(`storefront-assets-${accountId}.`, `s3-website-${region}.amazonaws.com`),
        record('legacy.shop.example.', 'CNAME', `legacy-1234567890.${region}.elb.amazonaws.com`),
        alias('pages.shop.example.', statusPageHost),
        alias('office.shop.example.', `back-office.${region}.elasticbeanstalk.com`),
        alias(`${regionalApiDomain}.`, regionalApiHost),
        alias(`${edgeApiDomain}.`, edgeApiHost),
        record('origin.shop.example.', 'CNAME', 'direct.shop.example'),
        record('partner.shop.example.', 'CNAME', 'shop.partner.example'),
        record('shop.example.', 'TXT', '"never-kept"'),
      ],
      [privateZone]: [
        ...endpointHosts.map((host, index) => record(`endpoint-${index}.shop.internal.`, 'CNAME', host)),
        alias(
          'secrets.shop.internal.',
          `${resourceId('vpce', 'storefront secrets')}-abcd1234.secretsmanager.${region}.vpce.amazonaws.com`,
        ),
      ],
      '/hostedzone/Z0ELSEWHERE': [record('www.elsewhere.example.', 'CNAME', 'elsewhere.example')],
    },
  },
  cloudFront: {
    distributions: [
      distribution(
        'E1SHOP',
        shopDistributionHost,
        [
          origin('web', publicBalancerHost),
          origin('assets', `storefront-assets-${accountId}.s3.${region}.amazonaws.com`),
          origin('partners', `${restApiId}.execute-api.${region}.amazonaws.com`),
          origin('orders', regionalApiDomain),
          origin('live', `h1i2j3k4l5.execute-api.${region}.amazonaws.com`),
          origin('pages', statusPageHost),
          origin('office', `back-office.${region}.elasticbeanstalk.com`),
          origin('stock', stockReportUrlHost),
          origin('legacy', `legacy-1234567890.${region}.elb.amazonaws.com`),
          origin('catalog', `${graphqlApiId}.appsync-api.${region}.amazonaws.com`),
          // The private name of an instance, through a VPC origin.
          origin('load', `ip-${addressIn('app', zones[2], 200).replaceAll('.', '-')}.ec2.internal`),
        ],
        {
          Aliases: { Quantity: 1, Items: ['shop.example'] },
          Logging: {
            Enabled: true,
            IncludeCookies: false,
            Bucket: `storefront-access-logs-${accountId}.s3.amazonaws.com`,
            Prefix: 'shop/',
          },
          ViewerCertificate: {
            ACMCertificateArn: arn('acm', `certificate/${uuid('certificate shop')}`),
            SSLSupportMethod: 'sni-only',
            MinimumProtocolVersion: 'TLSv1.2_2021',
          },
          WebACLId: `arn:aws:wafv2:${region}:${accountId}:global/webacl/shop/${uuid('acl shop')}`,
          CacheBehaviors: {
            Quantity: 1,
            Items: [
              {
                PathPattern: '/images/*',
                TargetOriginId: 'assets',
                ViewerProtocolPolicy: 'https-only',
                LambdaFunctionAssociations: {
                  Quantity: 1,
                  Items: [{ LambdaFunctionARN: `${functionArn('image-resizer')}:7`, EventType: 'origin-response' }],
                },
              },
            ],
          },
        },
      ),
      distribution('E3OWNNAME', 'd333333abcdef8.cloudfront.net', [origin('own', 'origin.shop.example')], {}),
      distribution('E2ELSEWHERE', 'd222222abcdef8.cloudfront.net', [origin('other', 'www.elsewhere.example')], {}),
    ],
  },
}
