import type { DistributionSummary, LoggingConfig } from '@aws-sdk/client-cloudfront'
import { cloudFrontRegions, defineService } from '../../../cloud/service.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { parseArn, type Place } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import type { HostTable } from '../../references/host-table.ts'
import { isBucketName } from '../../references/s3-uri.ts'
import { apiHosts } from '../apigateway/api-hosts.ts'
import { apiDomainHosts } from '../apigateway/domain-name.ts'
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
  'AWS::ElasticBeanstalk::Environment',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::S3::Bucket',
]

const originHosts = [...balancerHosts, ...platformHosts, ...apiHosts, apiDomainHosts]

type DescribedDistribution = { readonly distribution: DistributionSummary; readonly logging: LoggingConfig | undefined }

type Surroundings = Place & { readonly resourceAt: HostTable }

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
    const { sdk, client, each, region, accountNumber, hostsRead } = context
    const surroundings = { region, accountNumber, resourceAt: await hostsRead() }
    // One call per distribution with an origin in the region, because the list omits log destinations.
    return each(
      page.DistributionList?.Items,
      async (distribution): Promise<DescribedDistribution> => {
        if (!leadsHere(distribution, surroundings)) return { distribution, logging: undefined }
        const { DistributionConfig } = await client.send(new sdk.GetDistributionConfigCommand({ Id: distribution.Id }))
        return { distribution, logging: DistributionConfig?.Logging }
      },
      { listed: (distribution): DescribedDistribution => ({ distribution, logging: undefined }), listIsEnough: true },
    )
  },
  inRegion: ({ distribution }, { region }) => usesAccessPoint(distribution, region),
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
        (distribution.Origins?.Items ?? []).flatMap(({ DomainName }) => originOf(DomainName, context) ?? []),
    },
    {
      verb: 'routes to',
      types: originTypes,
      field:
        'cloudfront:ListDistributions DistributionList.Items[].Origins.Items[].DomainName, route53:ListResourceRecordSets ResourceRecordSets[]',
      references: ({ distribution }, context) =>
        (distribution.Origins?.Items ?? []).flatMap(({ DomainName = '' }) =>
          hostsBehind(DomainName, context.resourcesNamed)
            .slice(1)
            .flatMap((host) => originOf(host, context) ?? []),
        ),
    },
    {
      verb: 'routes to',
      types: ['AWS::Lambda::Function'],
      field: 'DistributionList.Items[].Origins.Items[].DomainName',
      references: ({ distribution }, { resourcesNamed }) =>
        (distribution.Origins?.Items ?? []).flatMap(({ DomainName = '' }) =>
          resourcesNamed(DomainName.toLowerCase()).filter(({ type }) => type === functionUrlNames.type),
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
      targets: ({ logging }) =>
        logging?.Enabled === true
          ? logging.Bucket?.replace(/\.s3(?:[.-][\w-]+)?\.amazonaws\.com(?:\.cn)?$/, '')
          : undefined,
    },
  ],
})

/** Whether any other relation has a target in the region. Otherwise the distribution isn't kept. */
function leadsHere(distribution: DistributionSummary, surroundings: Surroundings): boolean {
  const { ViewerCertificate, WebACLId, Origins } = distribution
  const arns = [ViewerCertificate?.ACMCertificateArn, WebACLId, ...edgeFunctions(distribution)]
  return (
    arns.some((arn) => parseArn(arn)?.region === surroundings.region) ||
    usesAccessPoint(distribution, surroundings.region) ||
    (Origins?.Items ?? []).some(
      ({ DomainName = '' }) =>
        DomainName.endsWith(`.lambda-url.${surroundings.region}.on.aws`) ||
        originOf(DomainName, surroundings) !== undefined,
    )
  )
}

function originOf(host: string | undefined, context: Surroundings): ResourceReference | undefined {
  const named = nameInS3(host)
  if (named === null) return context.resourceAt(host)
  const { name, region = context.region } = named
  return region === context.region && isBucketName(name) ? { type: 'AWS::S3::Bucket', id: name } : undefined
}

/** Whether an origin is an access point in the region. Access points aren't collected, and aliases don't name them. */
function usesAccessPoint({ Origins }: DistributionSummary, region: string): boolean {
  return (Origins?.Items ?? []).some(({ DomainName }) => {
    const named = nameInS3(DomainName)
    return named !== null && named.region === region && !isBucketName(named.name)
  })
}

/** Host names of REST endpoints and websites start with the name of the bucket, or the alias of an access point. */
function nameInS3(host = ''): { readonly name: string; readonly region: string | undefined } | null {
  const [, name, region] =
    /^(.+)\.s3(?:-website)?(?:[.-]([a-z]{2}[a-z-]*-\d))?\.amazonaws\.com(?:\.cn)?$/.exec(host) ?? []
  return name === undefined ? null : { name, region }
}

function edgeFunctions(distribution: DistributionSummary): readonly (string | undefined)[] {
  return [distribution.DefaultCacheBehavior, ...(distribution.CacheBehaviors?.Items ?? [])].flatMap((behavior) =>
    (behavior?.LambdaFunctionAssociations?.Items ?? []).map(({ LambdaFunctionARN }) => LambdaFunctionARN),
  )
}
