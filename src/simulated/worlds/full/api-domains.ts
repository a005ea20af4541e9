/** Custom domain names of the storefront's APIs: regional, at the edge, and inside the network. */
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, region } from '../three-tier-network.ts'
import { arn, restApiId, uuid } from './integration-names.ts'

export const regionalApiDomain = 'api.shop.example'
export const edgeApiDomain = 'partners.shop.example'
const privateApiDomain = 'api.shop.internal'
const privateDomainId = hexDigits('private api domain', 10)

/** Where records of the domain names lead. */
export const regionalApiHost = `d-${hexDigits('regional api domain', 10)}.execute-api.${region}.amazonaws.com`
export const edgeApiHost = 'd444444abcdef8.cloudfront.net'

const certificate = arn('acm', `certificate/${uuid('certificate shop')}`)

export const apiDomains: RegionData = {
  apiGateway: {
    domainNames: [
      {
        domainName: regionalApiDomain,
        endpointConfiguration: { types: ['REGIONAL'] },
        regionalDomainName: regionalApiHost,
        regionalCertificateArn: certificate,
        domainNameStatus: 'AVAILABLE',
        securityPolicy: 'TLS_1_2',
        routingMode: 'BASE_PATH_MAPPING_ONLY',
        mutualTlsAuthentication: { truststoreUri: `s3://storefront-uploads-${accountId}/clients.pem` },
        tags: { team: 'storefront' },
      },
      {
        domainName: edgeApiDomain,
        endpointConfiguration: { types: ['EDGE'] },
        distributionDomainName: edgeApiHost,
        certificateArn: certificate,
        domainNameStatus: 'AVAILABLE',
        securityPolicy: 'TLS_1_0',
        routingMode: 'ROUTING_RULE_THEN_BASE_PATH_MAPPING',
      },
      {
        domainName: privateApiDomain,
        domainNameId: privateDomainId,
        domainNameArn: `arn:aws:apigateway:${region}:${accountId}:/domainnames/${privateApiDomain}+${privateDomainId}`,
        endpointConfiguration: { types: ['PRIVATE'] },
        domainNameStatus: 'AVAILABLE',
        securityPolicy: 'TLS_1_2',
      },
    ],
    basePathMappings: {
      [edgeApiDomain]: [{ basePath: '(none)', restApiId, stage: 'prod' }],
      [privateApiDomain]: [{ basePath: 'orders', restApiId, stage: 'test' }],
    },
  },
  apiGatewayV2: {
    domainNames: [{ DomainName: regionalApiDomain }],
    ruledDomainNames: [{ DomainName: edgeApiDomain }],
    routingRules: {
      [edgeApiDomain]: [
        {
          RoutingRuleId: 'rule1',
          Priority: 200,
          Conditions: [
            { MatchBasePaths: { AnyOf: ['stock', 'orders'] } },
            { MatchHeaders: { AnyOf: [{ Header: 'X-Origin-Verify', ValueGlob: 'never-kept' }] } },
          ],
          Actions: [{ InvokeApi: { ApiId: restApiId, Stage: 'prod', StripBasePath: true } }],
        },
        {
          RoutingRuleId: 'rule2',
          Priority: 100,
          Conditions: [{ MatchBasePaths: { AnyOf: ['preview'] } }],
          Actions: [{ InvokeApi: { ApiId: restApiId, Stage: 'test' } }],
        },
      ],
    },
    apiMappings: {
      [regionalApiDomain]: [
        { ApiMappingId: 'm1', ApiMappingKey: 'partners/v1', ApiId: restApiId, Stage: 'prod' },
        { ApiMappingId: 'm2', ApiMappingKey: '', ApiId: 'h1i2j3k4l5', Stage: '$default' },
      ],
    },
  },
}
