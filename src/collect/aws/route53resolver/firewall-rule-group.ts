import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { route53Resolver } from './resolver-endpoint.ts'

/** Collects DNS Firewall rule groups of the account and those shared with it. They block DNS names in VPCs. */
export const dnsFirewallRuleGroup = defineCollector({
  type: 'AWS::Route53Resolver::FirewallRuleGroup',
  count: 'dnsFirewallRuleGroups',
  scope: 'regional',
  permissions: ['route53resolver:ListFirewallRuleGroups', 'route53resolver:ListFirewallRuleGroupAssociations'],
  service: route53Resolver,
  async *pages({ sdk, client }) {
    const pages = await Array.fromAsync(
      tokenPages((NextToken) => client.send(new sdk.ListFirewallRuleGroupsCommand({ MaxResults: 100, NextToken }))),
    )
    const groups = pages.flatMap(({ FirewallRuleGroups = [] }) => FirewallRuleGroups)
    if (groups.length === 0) return
    const associationPages = await Array.fromAsync(
      tokenPages((NextToken) =>
        client.send(new sdk.ListFirewallRuleGroupAssociationsCommand({ MaxResults: 100, NextToken })),
      ),
    )
    const associations = Map.groupBy(
      associationPages.flatMap(({ FirewallRuleGroupAssociations = [] }) => FirewallRuleGroupAssociations),
      ({ FirewallRuleGroupId }) => FirewallRuleGroupId,
    )
    yield groups.map((group) => ({
      group,
      networkIds: (associations.get(group.Id) ?? []).map(({ VpcId }) => VpcId),
    }))
  },
  items: (page) => page,
  resource: ({ group }) => ({
    id: group.Id,
    arn: group.Arn,
    name: group.Name,
    properties: { owner: group.OwnerId, shareStatus: group.ShareStatus },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'route53resolver:ListFirewallRuleGroupAssociations FirewallRuleGroupAssociations[].VpcId',
      targets: ({ networkIds }) => networkIds,
    },
  ],
})
