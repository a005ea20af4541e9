/** WAF: regional web access control lists and what they protect. */
import * as module from '@aws-sdk/client-wafv2'
import type {
  GetWebACLForResourceRequest,
  GetWebACLForResourceResponse,
  ListLoggingConfigurationsRequest,
  ListLoggingConfigurationsResponse,
  ListResourcesForWebACLRequest,
  ListResourcesForWebACLResponse,
  ListWebACLsRequest,
  ListWebACLsResponse,
  LoggingConfiguration,
  ResourceType,
  WebACLSummary,
} from '@aws-sdk/client-wafv2'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** Source: `ListResourcesForWebACL` in "Actions defined by AWS WAF V2" and the managed policy AWSWAFReadOnlyAccess. */
const actionsByKind: Readonly<Partial<Record<ResourceType, readonly string[]>>> = {
  APPLICATION_LOAD_BALANCER: ['elasticloadbalancing:DescribeWebACLAssociation'],
  APPSYNC: ['appsync:ListResourcesForWebACL'],
  COGNITO_USER_POOL: ['cognito-idp:ListResourcesForWebACL'],
  APP_RUNNER_SERVICE: ['apprunner:ListAssociatedServicesForWebAcl'],
}

/** Source: "Permissions for GetWebACLForResource" in the developer guide. */
const actionsByService: Readonly<Record<string, string>> = {
  apprunner: 'apprunner:DescribeWebAclForService',
  'cognito-idp': 'cognito-idp:GetWebACLForResource',
  elasticloadbalancing: 'elasticloadbalancing:DescribeWebACLAssociation',
}

const paging = {
  token: 'NextMarker',
  size: 'Limit',
  minimum: 1,
  maximum: 100,
  default: 100,
  badToken: () => new ProviderError('WAFInvalidParameterException', 'The parameter contains an invalid NEXT_MARKER'),
  badSize: (size: number) =>
    new ProviderError('WAFInvalidParameterException', `The limit ${size} is not from 1 to 100`),
} as const

function regionalOnly<Item>(
  items: readonly Item[],
  { Scope }: { readonly Scope: string | undefined },
): readonly Item[] {
  if (Scope === 'REGIONAL') return items
  throw new ProviderError('SimulatedCloud.UnknownParameter', 'Only the scope REGIONAL is simulated')
}

export const service: SimulatedService = {
  iamPrefix: 'wafv2',
  module,
  client: new module.WAFV2Client(idleClient),
  operations: {
    ListWebACLs: listOperation<ListWebACLsRequest, ListWebACLsResponse, WebACLSummary>({
      items: ({ regionData }) => regionData.wafv2?.webAcls,
      parameters: ['Scope'],
      narrow: regionalOnly,
      paging,
      answer: (items, NextMarker) => ({ WebACLs: [...items], NextMarker }),
    }),

    ListLoggingConfigurations: listOperation<
      ListLoggingConfigurationsRequest,
      ListLoggingConfigurationsResponse,
      LoggingConfiguration
    >({
      items: ({ regionData }) => regionData.wafv2?.loggingConfigurations,
      parameters: ['Scope'],
      narrow: regionalOnly,
      paging,
      answer: (items, NextMarker) => ({ LoggingConfigurations: [...items], NextMarker }),
    }),

    GetWebACLForResource: operation<GetWebACLForResourceRequest, GetWebACLForResourceResponse>({
      parameters: ['ResourceArn'],
      furtherActions: ({ ResourceArn = '' }) => [
        'wafv2:GetWebACL',
        ...[actionsByService[ResourceArn.split(':')[2] ?? ''] ?? []].flat(),
      ],
      answer({ ResourceArn = '' }, { regionData }) {
        const { webAcls = [], protectedResources = {} } = regionData.wafv2 ?? {}
        const acl = webAcls.find(({ ARN = '' }) =>
          Object.values(protectedResources[ARN] ?? {}).some((arns) => arns.includes(ResourceArn)),
        )
        if (acl === undefined) return {}
        const { Name, Id, ARN, Description } = acl
        const VisibilityConfig = { SampledRequestsEnabled: false, CloudWatchMetricsEnabled: false, MetricName: Name }
        return { WebACL: { Name, Id, ARN, Description, DefaultAction: { Allow: {} }, VisibilityConfig } }
      },
    }),

    ListResourcesForWebACL: operation<ListResourcesForWebACLRequest, ListResourcesForWebACLResponse>({
      parameters: ['WebACLArn', 'ResourceType'],
      furtherActions: ({ ResourceType = 'APPLICATION_LOAD_BALANCER' }) => actionsByKind[ResourceType] ?? [],
      answer({ WebACLArn = '', ResourceType = 'APPLICATION_LOAD_BALANCER' }, { regionData }) {
        const { webAcls = [], protectedResources = {} } = regionData.wafv2 ?? {}
        if (!webAcls.some(({ ARN }) => ARN === WebACLArn)) {
          throw new ProviderError(
            'WAFNonexistentItemException',
            'AWS WAF couldn’t perform the operation: no such item.',
          )
        }
        return { ResourceArns: [...(protectedResources[WebACLArn]?.[ResourceType] ?? [])] }
      },
    }),
  },
}
