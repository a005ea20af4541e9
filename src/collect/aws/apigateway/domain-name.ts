import type { DomainName } from '@aws-sdk/client-api-gateway'
import type { RoutingRule as ListedRule } from '@aws-sdk/client-apigatewayv2'
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

/** A rule with several conditions requires all of them. Values of headers may be secrets, so they aren't kept. */
type RoutingRule = {
  readonly priority: number | null
  readonly api: string | null
  readonly stage: string | null
  readonly basePaths: readonly string[]
  readonly headers: readonly string[]
}

/** `undefined`: they couldn't be read. */
type DescribedDomain = {
  readonly domain: DomainName
  readonly mappings: readonly Mapping[] | undefined
  readonly rules: readonly RoutingRule[] | undefined
}

/** Custom domain names of APIs of all kinds. */
export const apiDomainName = defineCollector({
  type: 'AWS::ApiGateway::DomainName',
  count: 'apiDomainNames',
  scope: 'regional',
  permissions: ['apigateway:GET', 'apigateway:ListRoutingRules'],
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
    async function mappingsOf(domain: DomainName): Promise<readonly Mapping[]> {
      if (domain.routingMode === 'ROUTING_RULE_ONLY') return []
      const isRegional = domain.endpointConfiguration?.types?.includes('REGIONAL') === true
      return isRegional ? regionalMappings(domain) : otherMappings(domain)
    }
    async function rulesOf({ domainName, domainNameId, routingMode }: DomainName): Promise<readonly RoutingRule[]> {
      if (!usesRules(routingMode)) return []
      const pages = v2.sdk.paginateListRoutingRules(
        { client: v2.client, pageSize: 100 },
        { DomainName: domainName, DomainNameId: domainNameId },
      )
      return (await Array.fromAsync(pages)).flatMap(({ RoutingRules = [] }) => RoutingRules.flatMap(routingRules))
    }
    return each(
      page.items,
      async (domain): Promise<DescribedDomain> => ({
        domain,
        mappings: await mappingsOf(domain),
        rules: await rulesOf(domain),
      }),
      {
        less: async (domain): Promise<DescribedDomain> => ({
          domain,
          mappings: await mappingsOf(domain),
          rules: undefined,
        }),
        listed: (domain): DescribedDomain => ({ domain, mappings: undefined, rules: undefined }),
        listIsEnough: true,
      },
    )
  },
  resource: ({ domain, mappings, rules }, { region }) => ({
    id: domainId(domain),
    arn: domain.domainNameArn ?? `arn:${partitionOf(region)}:apigateway:${region}::/domainnames/${domainId(domain)}`,
    name: domain.domainName,
    tags: domain.tags ?? {},
    properties: {
      endpointTypes: domain.endpointConfiguration?.types,
      status: domain.domainNameStatus,
      securityPolicy: domain.securityPolicy,
      mutualTls: domain.mutualTlsAuthentication?.truststoreUri !== undefined,
      routingMode: domain.routingMode,
      mappings: mappings?.toSorted((a, b) => compareText(a.path, b.path)),
      routingRules: rules?.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0)),
    },
  }),
  relations: [
    {
      verb: 'routes to',
      types: ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
      field:
        'apigateway:GET Items[].ApiId, items[].restApiId, apigateway:ListRoutingRules RoutingRules[].Actions[].InvokeApi.ApiId',
      references: ({ mappings = [], rules = [] }, context) =>
        [...mappings, ...rules].flatMap(({ api }) => apiOf(api, context) ?? []),
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

/** A domain name without a mode has mappings only. */
function usesRules(mode: string | undefined): boolean {
  return mode?.startsWith('ROUTING_RULE') === true
}

/** One for each API that the rule invokes. */
function routingRules({ Actions = [], Conditions = [], Priority }: ListedRule): readonly RoutingRule[] {
  const basePaths = Conditions.flatMap(({ MatchBasePaths }) => MatchBasePaths?.AnyOf ?? [])
  const headers = Conditions.flatMap(({ MatchHeaders }) => MatchHeaders?.AnyOf ?? [])
  return Actions.map(({ InvokeApi }) => ({
    priority: Priority ?? null,
    api: InvokeApi?.ApiId ?? null,
    stage: InvokeApi?.Stage ?? null,
    basePaths: basePaths.toSorted(compareText),
    headers: [...new Set(headers.flatMap(({ Header }) => Header ?? []))].toSorted(compareText),
  }))
}

/** Mappings and rules don't include the type of their API. The lists of APIs do. */
function apiOf(
  id: string | null,
  { resourceAt, region }: CallContext<unknown, unknown>,
): ResourceReference | undefined {
  return id === null ? undefined : (resourceAt(apiHost(id, region)) ?? undefined)
}
