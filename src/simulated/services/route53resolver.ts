/** Route 53 Resolver: endpoints with their addresses, rules with their VPCs, query logs, and DNS Firewall. */
import type * as shapes from '../../sdk/route53resolver/shapes.ts'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly route53Resolver?: Lists<
      {
        endpoints: shapes.ResolverEndpoint
        rules: shapes.ResolverRule
        ruleAssociations: shapes.ResolverRuleAssociation
        queryLogConfigs: shapes.ResolverQueryLogConfig
        queryLogConfigAssociations: shapes.ResolverQueryLogConfigAssociation
        firewallRuleGroups: shapes.FirewallRuleGroupMetadata
        firewallRuleGroupAssociations: shapes.FirewallRuleGroupAssociation
      },
      { addresses: shapes.IpAddressResponse }
    >
  }
}

export const service = defineService(() => import('../../sdk/route53resolver/route53resolver.ts'), {
  data: 'route53Resolver',
  pages: { largest: 100, usual: 10, badSize: 'InvalidParameterException' },
})({
  ListResolverEndpoints: { list: 'endpoints' },
  ListResolverEndpointIpAddresses: {
    list: 'addresses',
    within: { list: 'endpoints', by: { ResolverEndpointId: 'Id' }, notFound: 'ResourceNotFoundException' },
  },
  ListResolverRules: { list: 'rules' },
  ListResolverRuleAssociations: { list: 'ruleAssociations' },
  ListResolverQueryLogConfigs: { list: 'queryLogConfigs' },
  ListResolverQueryLogConfigAssociations: { list: 'queryLogConfigAssociations' },
  ListFirewallRuleGroups: { list: 'firewallRuleGroups' },
  ListFirewallRuleGroupAssociations: { list: 'firewallRuleGroupAssociations' },
})
