/** Inbound requests: listeners with their rules, certificates, web ACLs, and a Classic Load Balancer. */
import type { Listener, Rule, TargetGroup } from '@aws-sdk/client-elastic-load-balancing-v2'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId } from '../resource-id.ts'
import { accountId, region, securityGroupId, subnetId, vpcId as storefrontVpcId, zones } from '../three-tier-network.ts'
import { statusPageArn } from './compute-platforms.ts'
import { userPoolId, uuid } from './integration-names.ts'
import { logGroupNames } from './log-destinations.ts'
import { applianceAddress, arn, catalogBalancerArn, inspectionBalancerArn, vpcId } from './shared-network.ts'

const [zoneA, zoneB] = zones

const balancing = `arn:aws:elasticloadbalancing:${region}:${accountId}`
export const storefrontBalancer = (name: string) =>
  `${balancing}:loadbalancer/app/${name}/${hexDigits(`alb ${name}`, 16)}`
const targetGroup = (name: string) => `${balancing}:targetgroup/${name}/${hexDigits(`tg ${name}`, 16)}`
export const shopCertificateArn = arn('acm', `certificate/${uuid('certificate shop')}`)
const officeCertificateArn = arn('acm', 'certificate/7d1f5a90-3c2b-4e8d-9a61-0b2c3d4e5f60')
const accessLogBucket = `storefront-access-logs-${accountId}`
export const edgeWebAclArn = arn('wafv2', `global/webacl/shop/${uuid('acl shop')}`)
export const webAclArn = arn('wafv2', `regional/webacl/storefront/${uuid('acl storefront')}`)

function listener(loadBalancerArn: string, port: number | null, more: Partial<Listener>): Listener {
  const arnOfListeners = loadBalancerArn.replace(':loadbalancer/', ':listener/')
  const name = loadBalancerArn.split('/')[2] ?? ''
  return {
    ListenerArn: `${arnOfListeners}/${hexDigits(`listener ${name}${port === 80 ? ' plain' : ''}`, 16)}`,
    LoadBalancerArn: loadBalancerArn,
    ...(port === null ? {} : { Port: port }),
    ...more,
  }
}

const forward = (name: string) => ({ Type: 'forward' as const, Order: 2, TargetGroupArn: targetGroup(name) })
const signIn = {
  Type: 'authenticate-cognito' as const,
  Order: 1,
  AuthenticateCognitoConfig: {
    UserPoolArn: arn('cognito-idp', `userpool/${userPoolId}`),
    UserPoolClientId: 'never-kept',
    UserPoolDomain: 'shop',
  },
}

const secureListener = listener(storefrontBalancer('storefront-public'), 443, {
  Protocol: 'HTTPS',
  SslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
  Certificates: [{ CertificateArn: shopCertificateArn }],
  DefaultActions: [signIn, forward('storefront-web')],
})

const listeners: readonly Listener[] = [
  secureListener,
  listener(storefrontBalancer('storefront-public'), 80, {
    Protocol: 'HTTP',
    DefaultActions: [
      { Type: 'redirect', Order: 1, RedirectConfig: { Protocol: 'HTTPS', Port: '443', StatusCode: 'HTTP_301' } },
    ],
  }),
  listener(storefrontBalancer('storefront-internal'), 443, {
    Protocol: 'HTTPS',
    DefaultActions: [forward('storefront-api')],
  }),
  listener(catalogBalancerArn, 6000, { Protocol: 'TCP', DefaultActions: [forward('catalog')] }),
  listener(inspectionBalancerArn, null, { DefaultActions: [forward('inspection')] }),
]

function rule(of: Listener, priority: number, more: Partial<Rule>): Rule {
  const prefix = of.ListenerArn?.replace(':listener/', ':listener-rule/') ?? ''
  return {
    RuleArn: `${prefix}/${hexDigits(`rule ${of.ListenerArn} ${priority}`, 16)}`,
    Priority: String(priority),
    IsDefault: false,
    ...more,
  }
}

const rules: readonly Rule[] = [
  ...listeners.map((of) => ({
    ...rule(of, 0, { Conditions: [], Actions: of.DefaultActions }),
    Priority: 'default',
    IsDefault: true,
  })),
  rule(secureListener, 10, {
    Conditions: [
      { Field: 'path-pattern', PathPatternConfig: { Values: ['/checkout/*'] }, Values: ['/checkout/*'] },
      { Field: 'http-request-method', HttpRequestMethodConfig: { Values: ['POST'] } },
    ],
    Actions: [{ Type: 'forward', Order: 1, TargetGroupArn: targetGroup('checkout-webhook') }],
  }),
  rule(secureListener, 20, {
    Conditions: [
      { Field: 'host-header', HostHeaderConfig: { Values: ['staff.shop.example'] }, Values: ['staff.shop.example'] },
      { Field: 'query-string', QueryStringConfig: { Values: [{ Key: 'preview', Value: 'never-kept' }] } },
      { Field: 'http-header', HttpHeaderConfig: { HttpHeaderName: 'X-Origin-Verify', Values: ['never-kept'] } },
    ],
    Actions: [
      signIn,
      {
        Type: 'forward',
        Order: 2,
        ForwardConfig: {
          TargetGroups: [
            { TargetGroupArn: targetGroup('storefront-web'), Weight: 9 },
            { TargetGroupArn: targetGroup('storefront-api'), Weight: 1 },
          ],
        },
      },
    ],
  }),
]

const groupOf = (name: string, loadBalancerArn: string, protocol: 'TCP' | 'GENEVE', port: number): TargetGroup => ({
  TargetGroupArn: targetGroup(name),
  TargetGroupName: name,
  Protocol: protocol,
  Port: port,
  VpcId: vpcId,
  LoadBalancerArns: [loadBalancerArn],
  TargetType: 'ip',
  IpAddressType: 'ipv4',
})

export const regionData: RegionData = {
  elasticLoadBalancingV2: {
    listeners,
    rules,
    targetGroups: [
      groupOf('catalog', catalogBalancerArn, 'TCP', 6000),
      groupOf('inspection', inspectionBalancerArn, 'GENEVE', 6081),
      {
        TargetGroupArn: targetGroup('public-front'),
        TargetGroupName: 'public-front',
        Protocol: 'TCP',
        Port: 443,
        VpcId: storefrontVpcId,
        LoadBalancerArns: [],
        TargetType: 'alb',
      },
    ],
    attributes: {
      [storefrontBalancer('storefront-public')]: {
        'access_logs.s3.enabled': 'true',
        'access_logs.s3.bucket': accessLogBucket,
        'access_logs.s3.prefix': 'public',
        'connection_logs.s3.enabled': 'false',
        'connection_logs.s3.bucket': '',
        'deletion_protection.enabled': 'true',
      },
      // That of an Application Load Balancer can't be changed.
      [targetGroup('public-front')]: { 'preserve_client_ip.enabled': 'true' },
    },
    targetHealth: {
      [targetGroup('inspection')]: [{ Target: { Id: applianceAddress, Port: 6081 } }],
      [targetGroup('public-front')]: [{ Target: { Id: storefrontBalancer('storefront-public'), Port: 443 } }],
    },
  },
  elasticLoadBalancing: {
    loadBalancers: [
      {
        LoadBalancerName: 'legacy',
        DNSName: `legacy-1234567890.${region}.elb.amazonaws.com`,
        CanonicalHostedZoneNameID: 'Z35SXDOTRQ7X7K',
        ListenerDescriptions: [
          {
            Listener: {
              Protocol: 'HTTPS',
              LoadBalancerPort: 443,
              InstanceProtocol: 'HTTP',
              InstancePort: 8080,
              SSLCertificateId: shopCertificateArn,
            },
            PolicyNames: [],
          },
        ],
        AvailabilityZones: [zoneA, zoneB],
        Subnets: [subnetId('public', zoneA), subnetId('public', zoneB)],
        VPCId: storefrontVpcId,
        Instances: [{ InstanceId: resourceId('i', 'storefront worker-1') }],
        SecurityGroups: [securityGroupId('public-alb')],
        Scheme: 'internet-facing',
        CreatedTime: new Date('2025-03-04T10:05:00Z'),
        LoadBalancerAttributes: {
          AccessLog: { Enabled: true, S3BucketName: accessLogBucket, S3BucketPrefix: 'legacy', EmitInterval: 60 },
          CrossZoneLoadBalancing: { Enabled: true },
        },
      },
    ],
  },
  acm: {
    certificates: [
      {
        CertificateArn: shopCertificateArn,
        DomainName: 'shop.example',
        SubjectAlternativeNameSummaries: ['shop.example', '*.shop.example'],
        Status: 'ISSUED',
        Type: 'AMAZON_ISSUED',
        KeyAlgorithm: 'EC_prime256v1',
        InUse: true,
        RenewalEligibility: 'ELIGIBLE',
        NotAfter: new Date('2027-04-01T23:59:59Z'),
      },
      {
        CertificateArn: officeCertificateArn,
        DomainName: 'vpn.office.example',
        Status: 'ISSUED',
        Type: 'PRIVATE',
        KeyAlgorithm: 'RSA_2048',
        InUse: true,
        NotAfter: new Date('2027-09-30T23:59:59Z'),
      },
    ],
  },
  wafv2: {
    webAcls: [
      {
        Name: 'storefront',
        Id: uuid('acl storefront'),
        ARN: webAclArn,
        Description: 'In front of everything that the shop serves',
        LockToken: uuid('lock storefront'),
      },
      { Name: 'shop', Id: uuid('acl shop'), ARN: edgeWebAclArn, LockToken: uuid('lock shop') },
    ],
    loggingConfigurations: [
      {
        ResourceArn: webAclArn,
        LogDestinationConfigs: [
          `${arn('logs', `log-group:${logGroupNames.firewall}`)}:*`,
          arn('firehose', 'deliverystream/logs-to-archive'),
          `arn:aws:s3:::${accessLogBucket}`,
        ],
        LogScope: 'CUSTOMER',
      },
    ],
    protectedResources: {
      [webAclArn]: {
        APPLICATION_LOAD_BALANCER: [storefrontBalancer('storefront-public')],
        APP_RUNNER_SERVICE: [statusPageArn],
        COGNITO_USER_POOL: [arn('cognito-idp', `userpool/${userPoolId}`)],
      },
    },
  },
}
