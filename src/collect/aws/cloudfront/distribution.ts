import type { DistributionSummary, LoggingConfig } from '@aws-sdk/client-cloudfront'
import { cloudFrontRegions, defineService } from '../../../cloud/service.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { parseArn, type Place } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { providerDomain, regionOfHost } from '../../references/endpoint-host.ts'
import type { HostTable } from '../../references/host-table.ts'
import type { NameTable } from '../../references/name-table.ts'
import { isBucketName, isWebsiteHost } from '../../references/s3-uri.ts'
import { apiHosts } from '../apigateway/api-hosts.ts'
import { publicApiDomainHosts } from '../apigateway/domain-name.ts'
import { graphqlHosts } from '../appsync/graphql-hosts.ts'
import { instanceHosts } from '../ec2/instance-hosts.ts'
import { balancerHosts } from '../elasticloadbalancing/balancer-hosts.ts'
import { functionUrlNames } from '../lambda/function-url-hosts.ts'
import { platformHosts } from '../platform-hosts.ts'
import { hostsBehind, recordNames } from '../route53/record-names.ts'

export const cloudFront = defineService(
  'cloudfront',
  () => import('@aws-sdk/client-cloudfront'),
  (sdk) => sdk.CloudFrontClient,
  cloudFrontRegions,
)

const originTypes: readonly ResourceTypeName[] = [
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGatewayV2::Api',
  'AWS::AppRunner::Service',
  'AWS::AppSync::GraphQLApi',
  'AWS::EC2::Instance',
  'AWS::ElasticBeanstalk::Environment',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::S3::Bucket',
]

const originHosts = [
  ...balancerHosts,
  ...platformHosts,
  ...apiHosts,
  publicApiDomainHosts,
  graphqlHosts,
  ...instanceHosts,
]

type DescribedDistribution = { readonly distribution: DistributionSummary; readonly logging: LoggingConfig | undefined }

type Surroundings = Place & { readonly resourceAt: HostTable; readonly resourcesNamed: NameTable }

export const distribution = defineCollector({
  type: 'AWS::CloudFront::Distribution',
  count: 'distributions',
  scope: 'global',
  keep: 'pointing to',
  permissions: ['cloudfront:ListDistributions', 'cloudfront:GetDistributionConfig'],
  service: cloudFront,
  hosts: originHosts,
  names: [recordNames, functionUrlNames],
  pages: ({ sdk, client }) => sdk.paginateListDistributions({ client, pageSize: 100 }, {}),
  async items(page, context) {
    const { sdk, client, each, hostsRead } = context
    const surroundings = { ...context, resourceAt: await hostsRead() }
    // One call per distribution that may have an origin in the region, because the list omits log destinations.
    return each(
      page.DistributionList?.Items,
      async (distribution): Promise<DescribedDistribution> => {
        // Records may lead from a name of the customer's own to the region. They aren't known yet.
        const mayLeadHere =
          leadsHere(distribution, surroundings) || originsOf(distribution).some((host) => !providerDomain.test(host))
        if (!mayLeadHere) return { distribution, logging: undefined }
        const { DistributionConfig } = await client.send(new sdk.GetDistributionConfigCommand({ Id: distribution.Id }))
        return { distribution, logging: DistributionConfig?.Logging }
      },
      { listed: (distribution): DescribedDistribution => ({ distribution, logging: undefined }), listIsEnough: true },
    )
  },
  inRegion: ({ distribution }, context) => hasOriginIn(distribution, context),
  resource: ({ distribution }) => ({
    id: distribution.Id,
    arn: distribution.ARN,
    name: distribution.Aliases?.Items?.toSorted()[0] ?? distribution.DomainName,
    properties: {
      status: distribution.Status,
      enabled: distribution.Enabled,
      domainName: distribution.DomainName,
      aliases: distribution.Aliases?.Items?.toSorted(),
      origins: distribution.Origins?.Items?.flatMap(({ DomainName }) => DomainName ?? []).toSorted(),
      priceClass: distribution.PriceClass,
      httpVersion: distribution.HttpVersion,
      viewerProtocolPolicy: distribution.DefaultCacheBehavior?.ViewerProtocolPolicy,
      minimumProtocolVersion: distribution.ViewerCertificate?.MinimumProtocolVersion,
    },
  }),
  relations: [
    {
      verb: 'routes to',
      types: originTypes,
      field: 'DistributionList.Items[].Origins.Items[].DomainName',
      references: ({ distribution }, context) =>
        originsOf(distribution).flatMap((host) => originOf(host, context) ?? []),
    },
    {
      verb: 'routes to',
      types: originTypes,
      field:
        'cloudfront:ListDistributions DistributionList.Items[].Origins.Items[].DomainName, route53:ListResourceRecordSets ResourceRecordSets[]',
      references: ({ distribution }, context) =>
        originsOf(distribution).flatMap((origin) =>
          hostsBehind(origin, context.resourcesNamed)
            .slice(1)
            .flatMap((host) => originOf(host, context) ?? websiteOf(origin, host, context) ?? []),
        ),
    },
    {
      verb: 'routes to',
      types: ['AWS::Lambda::Function'],
      field: 'DistributionList.Items[].Origins.Items[].DomainName',
      references: ({ distribution }, { resourcesNamed }) =>
        originsOf(distribution).flatMap((host) =>
          resourcesNamed(host.toLowerCase()).filter(({ type }) => type === functionUrlNames.type),
        ),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field:
        'DistributionList.Items[].DefaultCacheBehavior.LambdaFunctionAssociations.Items[].LambdaFunctionARN, DistributionList.Items[].CacheBehaviors.Items[].LambdaFunctionAssociations.Items[].LambdaFunctionARN',
      arns: ({ distribution }) => edgeFunctions(distribution),
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'DistributionList.Items[].ViewerCertificate.ACMCertificateArn',
      arns: ({ distribution }) => distribution.ViewerCertificate?.ACMCertificateArn,
    },
    {
      verb: 'uses',
      types: ['AWS::WAFv2::WebACL'],
      field: 'DistributionList.Items[].WebACLId',
      arns: ({ distribution }) => distribution.WebACLId,
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'cloudfront:GetDistributionConfig DistributionConfig.Logging.Bucket',
      // The setting is the bucket's host name.
      targets: ({ distribution, logging }, context) =>
        logging?.Enabled === true && leadsHere(distribution, context)
          ? logging.Bucket?.replace(/\.s3(?:[.-][\w-]+)?\.amazonaws\.(?:com|com\.cn|eu)$/, '')
          : undefined,
    },
  ],
})

/** Whether any other relation has a target in the region. Otherwise the distribution isn't kept. */
function leadsHere(distribution: DistributionSummary, context: Surroundings): boolean {
  const { ViewerCertificate, WebACLId } = distribution
  const arns = [ViewerCertificate?.ACMCertificateArn, WebACLId, ...edgeFunctions(distribution)]
  return (
    arns.some((arn) => parseArn(arn)?.region === context.region) ||
    hasOriginIn(distribution, context) ||
    hostsOfOrigins(distribution, context).some((host) => originOf(host, context) !== undefined)
  )
}

/** Whether an origin is in the region. It may be unread: an access point, or a resource of another account. */
function hasOriginIn(distribution: DistributionSummary, context: Surroundings): boolean {
  return hostsOfOrigins(distribution, context).some((host) => regionOfHost(host) === context.region)
}

function hostsOfOrigins(distribution: DistributionSummary, { resourcesNamed }: Surroundings): readonly string[] {
  return originsOf(distribution).flatMap((host) => hostsBehind(host, resourcesNamed))
}

function originsOf({ Origins }: DistributionSummary): readonly string[] {
  return (Origins?.Items ?? []).flatMap(({ DomainName }) => DomainName ?? [])
}

function originOf(host: string, context: Surroundings): ResourceReference | undefined {
  const bucket = nameInS3(host)
  if (bucket === undefined) return context.resourceAt(host) ?? undefined
  const isHere = (regionOfHost(host) ?? context.region) === context.region
  return isHere && isBucketName(bucket) ? { type: 'AWS::S3::Bucket', id: bucket } : undefined
}

/** Host names of REST endpoints and websites start with the name of the bucket, or the alias of an access point. */
function nameInS3(host: string): string | undefined {
  return /^(.+)\.s3(?:-website|-fips)?(?:[.-](?:dualstack\.)?[a-z]{2}[a-z-]*-\d)?\.amazonaws\.(?:com|com\.cn|eu)$/.exec(
    host.toLowerCase(),
  )?.[1]
}

/** The shared host of all websites of a region serves the bucket with the name of the origin. */
function websiteOf(origin: string, host: string, { region }: Surroundings): ResourceReference | undefined {
  const id = origin.toLowerCase()
  return isWebsiteHost(host, region) && isBucketName(id) ? { type: 'AWS::S3::Bucket', id } : undefined
}

function edgeFunctions(distribution: DistributionSummary): readonly (string | undefined)[] {
  return [distribution.DefaultCacheBehavior, ...(distribution.CacheBehaviors?.Items ?? [])].flatMap((behavior) =>
    (behavior?.LambdaFunctionAssociations?.Items ?? []).map(({ LambdaFunctionARN }) => LambdaFunctionARN),
  )
}
