import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { route53Resolver } from './resolver-endpoint.ts'

/** Collects Resolver rules of the account, those shared with it, and AWS's own. */
export const resolverRule = defineCollector({
  type: 'AWS::Route53Resolver::ResolverRule',
  count: 'resolverRules',
  scope: 'regional',
  permissions: ['route53resolver:ListResolverRules', 'route53resolver:ListResolverRuleAssociations'],
  service: route53Resolver,
  async *pages({ sdk, client }) {
    const associationPages = await Array.fromAsync(
      tokenPages((NextToken) =>
        client.send(new sdk.ListResolverRuleAssociationsCommand({ MaxResults: 100, NextToken })),
      ),
    )
    const associations = Map.groupBy(
      associationPages.flatMap(({ ResolverRuleAssociations = [] }) => ResolverRuleAssociations),
      ({ ResolverRuleId }) => ResolverRuleId,
    )
    const rulePages = tokenPages((NextToken) =>
      client.send(new sdk.ListResolverRulesCommand({ MaxResults: 100, NextToken })),
    )
    for await (const { ResolverRules = [] } of rulePages) yield { ResolverRules, associations }
  },
  items: ({ ResolverRules, associations }) =>
    ResolverRules.map((rule) => ({
      rule,
      networkIds: (associations.get(rule.Id) ?? []).map(({ VPCId }) => VPCId),
    })),
  resource: ({ rule }) => ({
    id: rule.Id,
    arn: rule.Arn,
    name: rule.Name,
    properties: {
      status: rule.Status,
      ruleType: rule.RuleType,
      domainName: rule.DomainName,
      targets: rule.TargetIps?.map(({ Ip, Ipv6, Port, Protocol }) => ({
        address: Ip ?? Ipv6 ?? null,
        port: Port ?? null,
        protocol: Protocol ?? null,
      })),
      owner: rule.OwnerId,
      shareStatus: rule.ShareStatus,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'route53resolver:ListResolverRuleAssociations ResolverRuleAssociations[].VPCId',
      targets: ({ networkIds }) => networkIds,
    },
    {
      verb: 'routes to',
      type: 'AWS::Route53Resolver::ResolverEndpoint',
      field: 'ResolverRules[].ResolverEndpointId',
      targets: ({ rule }) => rule.ResolverEndpointId,
    },
  ],
})
