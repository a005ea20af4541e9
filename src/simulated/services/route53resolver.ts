/** Route 53 Resolver: endpoints with their addresses, rules with the networks that they hold in, query logs, DNS Firewall. */
import * as module from '../../sdk/route53resolver/route53resolver.ts'
import type {
  FirewallRuleGroupAssociation,
  FirewallRuleGroupMetadata,
  IpAddressResponse,
  ResolverEndpoint,
  ResolverQueryLogConfig,
  ResolverQueryLogConfigAssociation,
  ResolverRule,
  ResolverRuleAssociation,
} from '../../sdk/route53resolver/shapes.ts'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

type ListInput = { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }

const paging: Paging<ListInput> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 1,
  maximum: 100,
  default: 10,
  badToken: () => new ProviderError('InvalidNextTokenException', 'The next token is invalid'),
  badSize: (size) =>
    new ProviderError('InvalidParameterException', `MaxResults must be between 1 and 100, not ${size}`),
}

export const service: SimulatedService = {
  iamPrefix: 'route53resolver',
  module,
  client: new module.Route53ResolverClient(idleClient),
  operations: {
    ListResolverEndpoints: listOperation<ListInput, object, ResolverEndpoint>({
      items: ({ regionData }) => regionData.route53Resolver?.endpoints,
      paging,
      answer: (ResolverEndpoints, NextToken) => ({ ResolverEndpoints, NextToken }),
    }),

    ListResolverEndpointIpAddresses: listOperation<
      ListInput & { readonly ResolverEndpointId?: string },
      object,
      IpAddressResponse
    >({
      parameters: ['ResolverEndpointId'],
      items({ regionData }, { ResolverEndpointId: id = '' }) {
        const { endpoints = [], addresses = {} } = regionData.route53Resolver ?? {}
        if (endpoints.some((endpoint) => endpoint.Id === id)) return addresses[id]
        throw new ProviderError('ResourceNotFoundException', `Resolver endpoint with ID '${id}' does not exist.`)
      },
      paging,
      answer: (IpAddresses, NextToken) => ({ IpAddresses, NextToken }),
    }),

    ListResolverRules: listOperation<ListInput, object, ResolverRule>({
      items: ({ regionData }) => regionData.route53Resolver?.rules,
      paging,
      answer: (ResolverRules, NextToken) => ({ ResolverRules, NextToken }),
    }),

    ListResolverRuleAssociations: listOperation<ListInput, object, ResolverRuleAssociation>({
      items: ({ regionData }) => regionData.route53Resolver?.ruleAssociations,
      paging,
      answer: (ResolverRuleAssociations, NextToken) => ({ ResolverRuleAssociations, NextToken }),
    }),

    ListResolverQueryLogConfigs: listOperation<ListInput, object, ResolverQueryLogConfig>({
      items: ({ regionData }) => regionData.route53Resolver?.queryLogConfigs,
      paging,
      answer: (ResolverQueryLogConfigs, NextToken) => ({ ResolverQueryLogConfigs, NextToken }),
    }),

    ListResolverQueryLogConfigAssociations: listOperation<ListInput, object, ResolverQueryLogConfigAssociation>({
      items: ({ regionData }) => regionData.route53Resolver?.queryLogConfigAssociations,
      paging,
      answer: (ResolverQueryLogConfigAssociations, NextToken) => ({ ResolverQueryLogConfigAssociations, NextToken }),
    }),

    ListFirewallRuleGroups: listOperation<ListInput, object, FirewallRuleGroupMetadata>({
      items: ({ regionData }) => regionData.route53Resolver?.firewallRuleGroups,
      paging,
      answer: (FirewallRuleGroups, NextToken) => ({ FirewallRuleGroups, NextToken }),
    }),

    ListFirewallRuleGroupAssociations: listOperation<ListInput, object, FirewallRuleGroupAssociation>({
      items: ({ regionData }) => regionData.route53Resolver?.firewallRuleGroupAssociations,
      paging,
      answer: (FirewallRuleGroupAssociations, NextToken) => ({ FirewallRuleGroupAssociations, NextToken }),
    }),
  },
}
