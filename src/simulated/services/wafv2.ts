/** WAF: web ACLs and their protected resources. */
import type { LoggingConfiguration, ResourceType, WebACLSummary } from '@aws-sdk/client-wafv2'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly wafv2?: {
      readonly webAcls?: readonly WebACLSummary[]
      readonly loggingConfigurations?: readonly LoggingConfiguration[]
      /** The ARNs of protected resources, by web ACL ARN and resource type. */
      readonly protectedResources?: Readonly<Record<string, Readonly<Partial<Record<ResourceType, readonly string[]>>>>>
    }
  }
}

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

type Scoped = { readonly Scope: string | undefined }

/** Those of distributions are of one region only. */
function ofScope<Item>(arnOf: (item: Item) => string | undefined) {
  return (items: readonly Item[], { Scope }: Scoped, { region }: { readonly region: string }): readonly Item[] => {
    if (Scope === 'CLOUDFRONT' && region !== 'us-east-1')
      throw new ProviderError('WAFInvalidParameterException', 'The scope is not valid in this region.')
    return items.filter((item) => (arnOf(item)?.includes(':global/') === true) === (Scope === 'CLOUDFRONT'))
  }
}

export const service = defineService('wafv2', () => import('@aws-sdk/client-wafv2'), {
  pages: { largest: 100, error: 'WAFInvalidParameterException' },
})({
  ListWebACLs: { list: 'webAcls', parameters: ['Scope'], narrow: ofScope(({ ARN }) => ARN) },
  ListLoggingConfigurations: {
    list: 'loggingConfigurations',
    parameters: ['Scope'],
    narrow: ofScope(({ ResourceArn }) => ResourceArn),
  },
  GetWebACLForResource: {
    parameters: ['ResourceArn'],
    furtherActions: ({ ResourceArn = '' }) => [
      'wafv2:GetWebACL',
      ...[actionsByService[ResourceArn.split(':')[2] ?? ''] ?? []].flat(),
    ],
    answer({ ResourceArn = '' }, { webAcls = [], protectedResources = {} }) {
      const acl = webAcls.find(({ ARN = '' }) =>
        Object.values(protectedResources[ARN] ?? {}).some((arns) => arns.includes(ResourceArn)),
      )
      if (acl === undefined) return {}
      const { Name, Id, ARN, Description } = acl
      const VisibilityConfig = { SampledRequestsEnabled: false, CloudWatchMetricsEnabled: false, MetricName: Name }
      return { WebACL: { Name, Id, ARN, Description, DefaultAction: { Allow: {} }, VisibilityConfig } }
    },
  },
  ListResourcesForWebACL: {
    one: 'webAcls',
    by: { WebACLArn: 'ARN' },
    notFound: 'WAFNonexistentItemException',
    parameters: ['ResourceType'],
    furtherActions: ({ ResourceType = 'APPLICATION_LOAD_BALANCER' }) => actionsByKind[ResourceType] ?? [],
    item: ({ ARN = '' }, { protectedResources = {} }, { ResourceType = 'APPLICATION_LOAD_BALANCER' }) => ({
      ResourceArns: protectedResources[ARN]?.[ResourceType] ?? [],
    }),
  },
})
