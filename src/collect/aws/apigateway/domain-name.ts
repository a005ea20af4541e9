import type { DomainName } from '@aws-sdk/client-api-gateway'
import { compareText } from '../../../graph/graph-index.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { type CallContext, defineCollector, type Hosts, hostsOf } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { partitionOf } from '../../references/arn.ts'
import type { HostEntry } from '../../references/host-table.ts'
import { bucketOfUri } from '../../references/s3-uri.ts'
import { apiHost, apiHosts } from './api-hosts.ts'
import { apiGatewayV2 } from './http-api.ts'
import { apiGateway } from './rest-api.ts'

type Mapping = { readonly path: string; readonly api: string | null; readonly stage: string | null }

/** `mappings`: `undefined` where they could not be read. */
type DescribedDomain = { readonly domain: DomainName; readonly mappings: readonly Mapping[] | undefined }

/** Custom domain names of APIs of all kinds. */
export const apiDomainName = defineCollector({
  type: 'AWS::ApiGateway::DomainName',
  count: 'apiDomainNames',
  scope: 'regional',
  // One action permits all reading.
  permissions: ['apigateway:GET'],
  service: apiGateway,
  hosts: apiHosts,
  pages: ({ sdk, client }) => sdk.paginateGetDomainNames({ client, pageSize: 500 }, {}),
  async items(page, { sdk, client, each, open }) {
    const v2 = await open(apiGatewayV2)
    async function regionalMappings({ domainName }: DomainName): Promise<readonly Mapping[]> {
      const pages = tokenPages((NextToken) =>
        v2.client.send(new v2.sdk.GetApiMappingsCommand({ DomainName: domainName, MaxResults: '500', NextToken })),
      )
      return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) =>
        Items.map(({ ApiMappingKey, ApiId, Stage }) => mapping(ApiMappingKey, ApiId, Stage)),
      )
    }
    async function otherMappings({ domainName, domainNameId }: DomainName): Promise<readonly Mapping[]> {
      const pages = sdk.paginateGetBasePathMappings({ client, pageSize: 500 }, { domainName, domainNameId })
      return (await Array.fromAsync(pages)).flatMap(({ items = [] }) =>
        items.map(({ basePath, restApiId, stage }) => mapping(basePath, restApiId, stage)),
      )
    }
    // One call per domain name, because the list omits mappings. Only the API's second version returns all mappings of regional domain
    // names: those to HTTP and WebSocket APIs, and those with paths of several parts. It rejects other domain names.
    return each(
      page.items,
      async (domain): Promise<DescribedDomain> => {
        const isRegional = domain.endpointConfiguration?.types?.includes('REGIONAL') === true
        return { domain, mappings: await (isRegional ? regionalMappings(domain) : otherMappings(domain)) }
      },
      { listed: (domain): DescribedDomain => ({ domain, mappings: undefined }), listIsEnough: true },
    )
  },
  resource: ({ domain, mappings }, { region }) => ({
    id: domainId(domain),
    arn: domain.domainNameArn ?? `arn:${partitionOf(region)}:apigateway:${region}::/domainnames/${domainId(domain)}`,
    name: domain.domainName,
    tags: domain.tags ?? {},
    properties: {
      endpointTypes: domain.endpointConfiguration?.types,
      status: domain.domainNameStatus,
      securityPolicy: domain.securityPolicy,
      mutualTls: domain.mutualTlsAuthentication?.truststoreUri !== undefined,
      mappings: mappings?.toSorted((a, b) => compareText(a.path, b.path)),
    },
  }),
  relations: [
    {
      verb: 'routes to',
      types: ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
      field: 'apigateway:GET Items[].ApiId, apigateway:GET items[].restApiId',
      references: ({ mappings = [] }, context) => mappings.flatMap(({ api }) => apiOf(api, context) ?? []),
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field:
        'apigateway:GET items[].certificateArn, items[].regionalCertificateArn, items[].ownershipVerificationCertificateArn',
      arns: ({ domain }) => [
        domain.certificateArn,
        domain.regionalCertificateArn,
        domain.ownershipVerificationCertificateArn,
      ],
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'items[].mutualTlsAuthentication.truststoreUri',
      targets: ({ domain }) => bucketOfUri(domain.mutualTlsAuthentication?.truststoreUri),
    },
  ],
})

/** Host names of custom domain names. A private one can have the same name as a public one, or as another private one. */
export const apiDomainHosts: Hosts = {
  ...hostsOf(apiDomainName, ({ domain }) => hostsOfDomain(domain)),
  isPrivate: true,
}

/** Host names of custom domain names that the internet can resolve. */
export const publicApiDomainHosts = hostsOf(apiDomainName, ({ domain }) =>
  domain.endpointConfiguration?.types?.includes('PRIVATE') === true ? [] : hostsOfDomain(domain),
)

/** Their own, and the targets of their DNS records. */
function hostsOfDomain(domain: DomainName): readonly HostEntry[] {
  return [domain.domainName, domain.regionalDomainName, domain.distributionDomainName].map((host) => ({
    host,
    id: domainId(domain),
  }))
}

/** Several private domain names can have the same name. Their IDs differ. */
function domainId({ domainName, domainNameId }: DomainName): string | undefined {
  return domainNameId === undefined ? domainName : `${domainName}+${domainNameId}`
}

/** `(none)` is the domain name without a path in the API's first version. */
function mapping(path: string | undefined, api: string | undefined, stage: string | undefined): Mapping {
  return { path: `/${path === undefined || path === '(none)' ? '' : path}`, api: api ?? null, stage: stage ?? null }
}

/** A mapping doesn't include the type of its API. The lists of APIs do. */
function apiOf(
  id: string | null,
  { resourceAt, region }: CallContext<unknown, unknown>,
): ResourceReference | undefined {
  return id === null ? undefined : resourceAt(apiHost(id, region))
}
